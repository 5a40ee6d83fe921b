-- The version of a questionnaire that its person was given last: what is answered without naming one answers that.
alter table wellness.answering add column served int;
