-- A version of a passport is known by what it is compiled of and when it is issued: two requests within one second are for
-- the same version. A version that was made beside another one before this was so has a number of its own.
alter table rota.passports_versions add column twin integer not null default 0;

update rota.passports_versions as version set twin = numbered.twin
  from (select passport_version_id,
               row_number() over (partition by passport_id, snapshot_id, rule_package_version_id, compiler_build_id, issued_at
                                  order by created_at, passport_version_id) - 1 as twin
          from rota.passports_versions) as numbered
 where version.passport_version_id = numbered.passport_version_id and numbered.twin > 0;

alter table rota.passports_versions add constraint passports_versions_once
  unique (passport_id, snapshot_id, rule_package_version_id, compiler_build_id, issued_at, twin);
