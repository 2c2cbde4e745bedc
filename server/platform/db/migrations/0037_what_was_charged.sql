-- Card networks renew saved cards, and teams are renamed: what a payment was made with is stored with its attempt and never
-- changes again (R37). Migration 0040 does so for earlier payments.
alter table charge_attempts
  add column statement_suffix text;
comment on column charge_attempts.card_brand is
  'The card or bank account that was charged, with card_last4: as it was when the attempt started, or of a link attempt, the '
  'card that paid. Null: nothing paid by link yet, or an attempt of an earlier version.';
comment on column charge_attempts.statement_suffix is
  'What follows the provider''s name on the card statement, as it was sent. Null: nothing, or an attempt of an earlier version.';

-- A bank may close its inquiry without disputing anything, and waits for an answer only until it has one (R35).
alter table disputes
  drop constraint disputes_closed,
  add constraint disputes_closed check (
    case state
      when 'inquiry' then true
      else (state in ('won', 'lost')) = (closed_at is not null)
    end
  );
update disputes
set evidence_due_at = null
where state in ('won', 'lost')
  and evidence_due_at is not null;
drop index disputes_due;
create index disputes_due on disputes (evidence_due_at) where evidence_due_at is not null;
create index disputes_undecided on disputes (campaign_id) where closed_at is null;
comment on column disputes.evidence_due_at is
  'Until when the bank waits for an answer; null when it waits for none.';
comment on column disputes.closed_at is
  'When the bank decided, or closed an inquiry. Null: undecided.';
