-- Mails about guest pledges go to people who may not have asked for them: so many leave a day for one organization (R59).
alter table guest_mailboxes
  add column organization_id uuid,
  add column has_card boolean;
create index guest_mailboxes_organization on guest_mailboxes (organization_id, mailed_at) include (has_card);
comment on column guest_mailboxes.organization_id is
  'Whose campaign was pledged on; null in rows of an earlier version. Without a foreign key: a row lasts 24 hours.';
comment on column guest_mailboxes.has_card is 'Whether a card was saved for the guest pledge first.';
