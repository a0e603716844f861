-- Books of each tenant. Tables of a workload begin with its name.

create table rota.library_book (
  tenant text not null,
  isbn   text not null constraint library_book_isbn_has_13_digits check (isbn ~ '^[0-9]{13}$'),
  title  text not null,
  constraint library_book_has_a_key primary key (tenant, isbn)
);
