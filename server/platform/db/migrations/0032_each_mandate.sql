-- An authorization that is given again in the same form is kept beside the earlier one: each is evidence (R60).
alter table debit_mandates
  drop constraint debit_mandates_pkey,
  add constraint debit_mandates_pkey primary key (setup_id, agreed_at);
