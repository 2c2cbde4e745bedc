-- Events look refunds up by their charge, and each batch of charges asks for cards whose payments were called fraud (R35).
create index refunds_charge on refunds (charge_id) where charge_id is not null;
create index disputes_fraud on disputes (charge_id) where reason = 'fraudulent' and state in ('open', 'lost');
