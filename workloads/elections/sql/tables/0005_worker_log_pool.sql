-- The pool in whose dispatch log the turn of an attempt is; `queue` is the queue of the attempt's task.
alter table rota.elections_attempts add column pool text;

-- Attempts of before name the pool as their queue.
update rota.elections_attempts
   set pool = queue, queue = (select tasks.queue from rota.tasks where tasks.task_id = elections_attempts.task_id)
 where queue is not null;
