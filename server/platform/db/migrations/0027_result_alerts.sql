-- Alerts about results that were entered: a push message or a mail to whoever asked for it (R64).
create table result_alerts (
  campaign_id uuid not null references campaigns,
  user_id uuid not null references users,
  channel text not null check (channel in ('push', 'mail')),
  quiet_from smallint not null default 21 check (quiet_from between 0 and 23),
  quiet_to smallint not null default 8 check (quiet_to between 0 and 23),
  time_zone text not null check (length(time_zone) <= 60),
  since timestamptz not null,
  due_at timestamptz,
  primary key (campaign_id, user_id)
);
create index result_alerts_user on result_alerts (user_id);
create index result_alerts_due on result_alerts (due_at, campaign_id, user_id) where due_at is not null;
comment on table result_alerts is
  'One supporter who wants to know of one campaign''s results as they are entered, and how (R64).';
comment on column result_alerts.quiet_from is
  'The hour in time_zone from which nothing is sent, until quiet_to; the same hour twice: no quiet hours.';
comment on column result_alerts.since is 'Matches of which something was entered before this are not alerted about.';
comment on column result_alerts.due_at is 'Results were entered: when to look at what they add. Null: nothing to look at.';

create table alert_rounds (
  campaign_id uuid primary key references campaigns,
  opened_at timestamptz not null,
  due_at timestamptz not null
);
create index alert_rounds_due on alert_rounds (due_at);
comment on table alert_rounds is
  'A campaign whose newly entered results gather for a few minutes, so that they are one alert. Gone once handed on.';

create table sent_alerts (
  campaign_id uuid not null references campaigns,
  user_id uuid not null references users,
  slot uuid not null,
  moment uuid not null,
  alert_id uuid not null,
  channel text not null check (channel in ('push', 'mail')),
  added_cents bigint not null,
  sent_at timestamptz not null,
  primary key (campaign_id, user_id, slot)
);
create index sent_alerts_user on sent_alerts (user_id, sent_at);
comment on table sent_alerts is 'One match that one supporter was alerted about: never a second time (R64).';
comment on column sent_alerts.slot is 'The match; of a result without one, the result; of an achievement, its statistic.';
comment on column sent_alerts.moment is 'The match, or the result without one, as a digest names it.';
comment on column sent_alerts.alert_id is 'Several matches of one alert have the same.';
comment on column sent_alerts.added_cents is
  'What the alert said that the match adds: a digest that says the same is not mailed.';

create table push_devices (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  user_id uuid not null references users,
  endpoint_hash bytea not null,
  sealed text not null,
  link_hash bytea,
  created_at timestamptz not null,
  constraint push_devices_once unique (campaign_id, user_id, endpoint_hash)
);
create index push_devices_user on push_devices (user_id);
comment on table push_devices is
  'One browser that shows one supporter''s alerts about one campaign. Gone when its push service says so.';
comment on column push_devices.sealed is 'Where to send, the keys that only this browser opens, and the page to show.';
comment on column push_devices.link_hash is
  'Of the pledge''s link that added it: when the links are stopped, it gets nothing any more (R44).';

create table push_messages (
  id uuid primary key,
  device_id uuid not null references push_devices on delete cascade,
  title text not null check (length(title) <= 200),
  body text not null check (length(body) <= 600),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  claimed_until timestamptz
);
create index push_messages_waiting on push_messages (next_attempt_at);
create index push_messages_device on push_messages (device_id);
comment on table push_messages is 'One message that waits for one browser''s push service. Gone once taken, refused or too old.';
comment on column push_messages.claimed_until is
  'One sender''s until then, so that no transaction is open while the push service is spoken to.';

alter table mail_refusals drop constraint mail_refusals_kind_check;
alter table mail_refusals add constraint mail_refusals_kind_check
  check (kind in ('results_digest', 'weekly_digest', 'result_alert')) not valid;
