-- Whether any campaign has another kind of money than the site, asked for each summary of a list (R39).
create index campaigns_money_mode on campaigns (money_mode);
