-- Whether a session took the second step is a fact about the session, not about its account (R29): one that was opened before the
-- second step was turned on, or on a trusted device, never took it. Sessions from before this change count as without it.
alter table identity.session add column second_step_at timestamptz;
comment on column identity.session.second_step_at is
  'When its holder passed the second step: a code, a backup code or a passkey. A changed password keeps it. Null: never.';
