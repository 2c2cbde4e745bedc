-- Whether any campaign has another kind of money than the site, asked for each summary of a list (R39).
create index campaigns_money_mode on campaigns (money_mode);

-- Receipts say what an organization was on the day of the payment (R70). Without a row, it has been what it is today since it was
-- made, so that nothing changes for organizations that exist.
create table organization_standings (
  organization_id uuid not null references organizations,
  number integer not null check (number >= 1),
  since date,
  is_501c3 boolean not null,
  ein text,
  recorded_by uuid not null references users,
  recorded_at timestamptz not null,
  primary key (organization_id, number),
  constraint organization_standings_ein check (not is_501c3 or ein is not null)
);
create trigger organization_standings_append_only before update or delete on organization_standings
  for each row execute function refuse_change();
comment on table organization_standings is
  'One tax standing of an organization, as recorded by a representative. Of those that begin on or before a day, the one with the '
  'highest number holds on that day (R70).';
comment on column organization_standings.since is
  'From which day it holds. Null: since the organization was made.';

create table organization_names (
  organization_id uuid not null references organizations,
  name text not null,
  ended_at timestamptz not null default now(),
  primary key (organization_id, ended_at)
);
create trigger organization_names_append_only before update or delete on organization_names
  for each row execute function refuse_change();
comment on table organization_names is
  'A name that an organization had until `ended_at`; the name of today is in organizations. Kept by the database, because only an '
  'operator renames an organization (R70).';

create function keep_organization_name() returns trigger language plpgsql as $$
begin
  insert into organization_names (organization_id, name)
  values (old.id, old.name)
  on conflict do nothing;
  return null;
end $$;
create trigger organizations_keep_name after update of name on organizations
  for each row when (old.name is distinct from new.name) execute function keep_organization_name();
