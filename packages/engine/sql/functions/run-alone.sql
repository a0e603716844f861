-- Records that a chunk is about to run with no other chunk beside it in its process. False: the lease was lost.
create or replace function rota.run_alone(p_task_id bigint, p_number integer, p_token bigint) returns boolean
language sql as $$
  with alone as (
    update rota.chunks set is_alone = true where task_id = p_task_id and number = p_number and lease_token = p_token returning 1)
  select exists (select from alone)
$$;
