-- What a representative wrote back to the owner who asked for a review; null where nothing was written.
alter table review_requests
  add column answer text check (length(answer) between 1 and 2000);
comment on column review_requests.answer is
  'Words to the owner: what to change, where the campaign is still a draft, or a word along with its activation (R24).';
