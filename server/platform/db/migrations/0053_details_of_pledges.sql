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

-- One mailbox is one person, however its address is spelled (R57, R59). The same as `mailboxOf` in domain/mailbox.ts.
create function mailbox_of(email text) returns text
language sql immutable parallel safe strict
return (
  with parts as (
    select lower(trim(email)) as address
  ),
  split as (
    select address,
      regexp_replace(address, '^(.+)@[^@]*$', '\1') as local,
      regexp_replace(address, '^.+@([^@]*)$', '\1') as domain
    from parts
  ),
  named as (
    select address, domain, local <> address as is_address,
      regexp_replace(local, '^([^+]+)\+.*$', '\1') as name
    from split
  )
  select case
    when not is_address then address
    when domain in ('gmail.com', 'googlemail.com')
      then coalesce(nullif(replace(name, '.', ''), ''), name) || '@gmail.com'
    else name || '@' || domain
  end
  from named
);
comment on function mailbox_of is 'What limits and counts of people go by; mail goes to the address as it was typed.';
create index users_mailbox on users (mailbox_of(email)) where deleted_at is null;
create index guest_pledges_mailbox on guest_pledges (mailbox_of(email)) where email is not null;

-- Large promises by check and cash of one network are limited together (R57).
alter table pledge_details add column network text;
comment on column pledge_details.network is
  'From which network a pledge by check or cash was made; erased with the rest (R45, R57).';
create index pledge_details_network on pledge_details (network) where network is not null;

-- Someone who was invited and has not joined is reminded twice, ever (R42).
alter table ambassadors add column mails_count integer not null default 0;
comment on column ambassadors.mails_count is 'How many mails went to this address: the invitation, and reminders (R42).';
update ambassadors set mails_count = 1 where last_mailed_at is not null;
create index ambassadors_mailbox on ambassadors (mailbox_of(email), last_mailed_at);
create index organization_invitations_mailbox on organization_invitations (mailbox_of(email), last_mailed_at);

-- How many messages a person has written lately (R43).
create index comments_author on comments (author_id, created_at);
