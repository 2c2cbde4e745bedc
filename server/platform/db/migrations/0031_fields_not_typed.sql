-- What a pledge's link added to a profile gives way to what its supporter types later (R65), and so does a ZIP code that came
-- with a card (R59).
alter table users
  add column not_typed text[] not null default '{}'
    check (
      not_typed <@ array[
        'first_name', 'last_name', 'phone', 'street_address1', 'street_address2', 'city', 'state', 'zip'
      ]
    );
comment on column users.not_typed is
  'Columns of this row that the supporter has not typed: added by a pledge''s link (R65), or a ZIP code that came with a card (R59).';

-- Accounts made by confirming a guest pledge have its id. Nobody has saved a profile since in those of version 1.
update users u
set not_typed = array['zip']
where u.zip is not null
  and u.phone is null
  and u.street_address1 is null
  and u.city is null
  and u.version = 1
  and exists (
    select from guest_pledges g
    where g.id = u.id
  );
