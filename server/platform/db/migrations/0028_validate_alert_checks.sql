-- Apart from 0027, so that nothing waits for the table while its rows are read.
alter table mail_refusals validate constraint mail_refusals_kind_check;
