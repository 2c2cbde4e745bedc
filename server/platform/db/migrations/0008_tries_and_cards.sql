-- A refund is claimed before the card side is asked, as a charge is: when that was first, and whose it is until when (R34).
alter table refunds add column started_at timestamptz;
alter table refunds add column lease_until timestamptz;
alter table refunds add constraint refunds_tried
  check (state <> 'processing' or (started_at is not null and lease_until is not null));

-- Which money a card was saved for: sandbox and live are never mixed (R39). All that were saved so far are the sandbox's.
alter table cards add column money_mode text not null default 'sandbox' check (money_mode in ('live', 'sandbox'));
