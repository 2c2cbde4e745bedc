-- People without an account can stop invitations to their address, and ambassadors the reminders to theirs (R44).
create table invitation_refusals (
  address_mark uuid primary key,
  refused_at timestamptz not null
);
comment on table invitation_refusals is
  'One address to which no further invitation is mailed (R44). Whoever has it asked so by the link in an invitation.';
comment on column invitation_refusals.address_mark is
  'A keyed hash of the address: what is stored recognizes it, and does not contain it.';

alter table mail_refusals drop constraint mail_refusals_kind_check;
alter table mail_refusals add constraint mail_refusals_kind_check
  check (kind in ('results_digest', 'weekly_digest', 'result_alert', 'ambassador_nudge'));
