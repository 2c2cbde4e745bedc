-- What a supporter gave is read from the journal by pledge, and a month of all campaigns by date (R37, R40).
create index journal_entries_pledge on journal_entries (pledge_id) where pledge_id is not null;
create index journal_entries_occurred on journal_entries (occurred_at);
