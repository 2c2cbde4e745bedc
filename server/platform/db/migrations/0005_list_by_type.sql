-- A rare type among many campaigns is found by itself; how many there are of each is read from the index alone.
create index campaign_ranks_status_template on campaign_ranks (status, template);
