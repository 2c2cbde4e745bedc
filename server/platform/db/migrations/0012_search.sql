-- Discovery: search by words that forgives a typo, and sums of a hundred thousand campaigns from an index (R11, R51).

-- The words of a text as they are compared: without accents, case, punctuation and control characters, in any script.
create function search_words(typed text) returns text[]
  language sql immutable parallel safe
  return array_remove(string_to_array(
    regexp_replace(
      regexp_replace(
        replace(replace(replace(
          lower(translate(
            normalize(regexp_replace(normalize(typed, NFKD), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u05b0-\u05c7]', '', 'g'), NFC),
            'ØøŁłĐđĦħŦŧıς', 'OoLlDdHhTtiσ')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
      '([^ ]{60})[^ ]+', '\1', 'g'),
    ' '), '');

-- A word and what is left of it without each of its letters: two words that differ by one typo have one of these in common.
create function search_near(word text) returns text[]
  language sql immutable parallel safe
  return array(select word union select left(word, cut - 1) || substr(word, cut + 1) from generate_series(1, length(word)) cut);

-- Refreshed with every figure that moves: a search reads the index itself, never a list of what waits to enter it.
alter table campaign_ranks add column words tsvector not null generated always as (array_to_tsvector(search_words(search))) stored;
create index campaign_ranks_words on campaign_ranks using gin (words) with (fastupdate = off);
drop index campaign_ranks_search;

-- Every word that a campaign was ever found by: what somebody types is looked up here first.
create table campaign_words (
  word text primary key,
  near text[] not null generated always as (search_near(word)) stored
);
create index campaign_words_trigrams on campaign_words using gin (word gin_trgm_ops);
create index campaign_words_near on campaign_words using gin (near);
insert into campaign_words select distinct word from campaign_ranks, unnest(tsvector_to_array(words)) word;

-- What a list comes to is read from the index alone.
create index campaign_ranks_sums on campaign_ranks (status, template) include (pledged_cents, supporters_count);
drop index campaign_ranks_status_template;
