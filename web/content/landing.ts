/** Marketing figures and copy, edited by the provider (R53). */
export const landing = {
  headline: ['They score.', 'You raise.'],
  lead: 'Family, friends and neighbors pledge an amount for every goal, touchdown or run. They pay after the season, only for what the team really did. We set it up, run it and collect.',
  claims: [
    { figure: '95%+', text: 'success rate of our campaigns' },
    { figure: '5X', text: 'more raised than on DIY platforms' },
    { figure: '$47K', text: 'raised by the average campaign' },
  ],
  example: {
    title: 'One grandmother, one season',
    rate: '$3',
    per: 'per goal',
    count: '34',
    counted: 'goals scored',
    total: '$102',
    paid: 'paid once',
  },
  pledgesTitle: 'A pledge is a rate, not a check',
  pledgesLead:
    'Supporters choose what to back and set their own maximum. Nobody can owe more than that, and nobody pays for a season that didn’t happen.',
  pledges: [
    {
      template: 'football',
      rate: '$10',
      per: 'per touchdown',
      note: '28 touchdowns last season',
      total: '= $280.00',
    },
    { template: 'baseball', rate: '$2.50', per: 'per run', note: '96 runs last season', total: '= $240.00' },
    {
      template: 'basketball',
      rate: '$1',
      per: 'per three-pointer',
      note: '143 threes last season',
      total: '= $143.00',
    },
    { template: 'custom', rate: '$0.75', per: 'per lap', note: '40 laps by one runner', total: '= $30.00' },
  ],
  stepsTitle: 'Four steps, and we take most of them',
  steps: [
    { title: 'A 15-minute call', text: 'You tell us about the team, the season and what the money is for.' },
    {
      title: 'Launch within 1-2 weeks',
      text: 'We build the campaign, and recruit and train your ambassadors.',
    },
    {
      title: 'Play the season',
      text: 'Results are entered after every match and checked by a second person.',
    },
    {
      title: 'We collect',
      text: 'Supporters get a statement, then pay. You get a payout and every figure behind it.',
    },
  ],
  pricingTitle: ['Three quarters', 'are yours.'],
  pricingText:
    'We recruit and train ambassadors, run the marketing and collect the pledges. Our commission is 25% of funds raised. If nothing is raised, nothing is charged.',
  pricing: {
    yours: '$30,000',
    yoursText: 'to your organization',
    ours: '$10,000',
    oursText: 'our 25%',
    note: 'Example: $40,000 raised in one season.',
  },
} as const
