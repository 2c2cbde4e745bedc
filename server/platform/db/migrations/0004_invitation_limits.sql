-- Invitations go to people who did not ask for them: who caused each, so that there is a limit a day (R44).
alter table mails
  add column invited_by uuid references users,
  add column inviting_organization_id uuid references organizations,
  add constraint mails_invitation check ((invited_by is null) = (inviting_organization_id is null));
create index mails_invited_by on mails (invited_by, created_at) where invited_by is not null;
create index mails_inviting_organization on mails (inviting_organization_id, created_at)
  where inviting_organization_id is not null;
comment on column mails.invited_by is 'Who invited the recipient: so many such mails a day leave for one account and one organization.';

create index ambassadors_not_mailed on ambassadors (campaign_id)
  where last_mailed_at is null and joined_at is null and removed_at is null;
create index organization_invitations_not_mailed on organization_invitations (organization_id)
  where last_mailed_at is null and accepted_at is null and revoked_at is null;
