-- The role of a representative is proposed by one representative and confirmed by a second one (R29).
create table role_proposals (
  id uuid primary key,
  user_id uuid not null references users,
  role text not null check (role in ('pledgeraiser_representatives')),
  proposed_by uuid not null references users,
  proposed_at timestamptz not null,
  confirmed_by uuid references users,
  confirmed_at timestamptz,
  withdrawn_by uuid references users,
  withdrawn_at timestamptz,
  constraint role_proposals_second_person check (confirmed_by <> proposed_by),
  constraint role_proposals_not_ones_own check (proposed_by <> user_id and confirmed_by <> user_id),
  constraint role_proposals_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint role_proposals_withdrawn check ((withdrawn_by is null) = (withdrawn_at is null)),
  constraint role_proposals_one_end check (confirmed_at is null or withdrawn_at is null)
);
create unique index role_proposals_waiting on role_proposals (user_id, role)
  where confirmed_at is null and withdrawn_at is null;
comment on table role_proposals is 'A role that one representative wants to give to a person; it counts once a second one confirmed it.';

alter table user_roles
  add column confirmed_by uuid references users,
  add constraint user_roles_second_person
    check (granted_by is null or (confirmed_by is not null and confirmed_by <> granted_by and confirmed_by <> user_id)) not valid;
comment on column user_roles.confirmed_by is 'The second representative. Null: granted by a command on the server.';
