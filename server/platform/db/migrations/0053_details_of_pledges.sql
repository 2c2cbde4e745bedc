-- Two people may share one mailbox, and so one account: a pledge keeps the name and address that were typed for it, which its
-- invoice, receipts and evidence are made out to (R36, R37). A build that does not know it uses the account's.
create table pledge_details (
  pledge_id uuid primary key,
  user_id uuid not null references users,
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  phone text check (length(phone) <= 40),
  street_address1 text check (length(street_address1) <= 200),
  street_address2 text check (length(street_address2) <= 200),
  city text check (length(city) <= 100),
  state text check (state ~ '^[A-Z]{2}$'),
  zip text check (length(zip) <= 20),
  name_by_link boolean not null default false,
  contact_by_link boolean not null default false,
  erased_at timestamptz,
  constraint pledge_details_erased check (
    erased_at is null
    or (
      first_name is null and last_name is null and phone is null and street_address1 is null
      and street_address2 is null and city is null and state is null and zip is null
    )
  )
);
create index pledge_details_user on pledge_details (user_id);
comment on table pledge_details is
  'The name and address of one pledge, also of one that is held (R57) and keeps its id once released. Without a row, or where a part is empty, the account''s are used.';
comment on column pledge_details.name_by_link is 'Added by the pledge''s link: what the account''s supporter typed comes before it (R65).';
comment on column pledge_details.contact_by_link is 'The same for phone and address.';
comment on column pledge_details.erased_at is 'Its supporter has this pledge name nobody anymore (R45); money stays.';

-- The name and address of pledges made so far are those of their accounts, as they are now.
insert into pledge_details (
  pledge_id, user_id, first_name, last_name, phone, street_address1, street_address2, city, state, zip,
  name_by_link, contact_by_link
)
select
  p.id, u.id, u.first_name, u.last_name, left(u.phone, 40), left(u.street_address1, 200),
  left(u.street_address2, 200), left(u.city, 100), u.state, left(u.zip, 20),
  u.not_typed && '{first_name,last_name}'::text[],
  u.not_typed && '{phone,street_address1,street_address2,city,state}'::text[]
from (
  select id, pledger_id from pledges
  union
  select id, pledger_id from held_pledges where state in ('held', 'released')
) p
join users u on u.id = p.pledger_id and u.deleted_at is null
where u.last_name is not null or u.first_name is not null;
