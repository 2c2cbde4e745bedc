-- A pledge is called by the end of its id where nobody is named: a representative finds it by that.
create index pledges_reference on pledges (right(id::text, 12));
