-- A match that moves, or is merged into another one, changes what lines that count a part of the season have earned (R58):
-- the campaign's books are checked again (R40). Rare, so a row at a time.
create trigger events_moved_marks_books after update on events
  for each row when (old.start_time is distinct from new.start_time) execute function mark_books_of_pledge();
create trigger pledge_lines_updated_marks_books after update on pledge_lines
  for each row execute function mark_books_of_pledge();
