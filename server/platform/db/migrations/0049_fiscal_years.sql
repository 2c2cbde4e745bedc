-- The month in which an organization's year starts, which its yearly figures open with (R76). A build that does not know it
-- neither reads nor writes it.
alter table organizations add column fiscal_year_starts smallint not null default 1
  check (fiscal_year_starts between 1 and 12);
comment on column organizations.fiscal_year_starts is
  'The first month of its fiscal year, from 1 to 12; 1 is a calendar year (R76).';
