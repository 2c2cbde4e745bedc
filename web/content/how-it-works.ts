import { paths } from '#web/paths.ts'

type Fixture =
  | { on: string; name: string; goals: number }
  | { on: string; name: string; notPlayed: string }
  | { on: string; name: string; isWon: true }

/** The page that follows one pledge from a phone to a receipt. Every sum on it is calculated from the season below. */
export const howItWorks = {
  title: 'How it works',
  lead: 'One pledge, followed from a phone to a receipt, to the cent.',
  description:
    'How results become charges: a pledge followed match by match, with its maximum, its statement, its charge and its receipt.',
  chain: {
    title: 'Six things happen, in this order',
    links: [
      {
        title: 'Someone pledges',
        text: 'They pick what to back and what each is worth. The page says what is expected, and the most they can owe. Nothing is charged.',
      },
      {
        title: 'A result is entered',
        text: 'At the game, or from a file. It shows on the page at once, marked as not confirmed.',
      },
      {
        title: 'A second person confirms it',
        text: 'Never the one who entered it. Only from then on does it count toward money.',
      },
      {
        title: 'A statement goes out',
        text: 'The amount, every match behind it and the date of the charge, three days ahead.',
      },
      {
        title: 'The card is charged',
        text: 'Once after the season, or as it progresses. Checks and cash get an invoice instead.',
      },
      {
        title: 'A receipt, and a payout',
        text: 'The supporter gets a receipt for what was paid. The organization gets its 75%.',
      },
    ],
  },
  example: {
    title: 'Maya backs her niece’s team',
    lead: 'In August Maya pledged for each goal and for the title, and set a maximum of her own. This is what her season came to.',
    campaign: 'Goals Under the Lights',
    organization: 'Alder Creek High School',
    rate: '3.00',
    unit: 'goal',
    lastYear: 24,
    bonus: '25.00',
    bonusFor: 'if they win the conference',
    most: '110.00',
    caption: 'Maya’s pledge, match by match',
    matches: [
      { on: '2025-09-04', name: 'vs. Ridgeview', goals: 3 },
      { on: '2025-09-11', name: 'at Harbor', goals: 1 },
      { on: '2025-09-18', name: 'vs. Summit', goals: 5 },
      { on: '2025-09-25', name: 'at La Pine', goals: 0 },
      { on: '2025-10-02', name: 'vs. Crook County', goals: 4 },
      { on: '2025-10-09', name: 'vs. Sisters', goals: 6 },
      { on: '2025-10-16', name: 'at Madras', notPlayed: 'Called off' },
      { on: '2025-10-23', name: 'vs. Mountain View', goals: 7 },
      { on: '2025-10-24', name: 'Conference won', isWon: true },
      { on: '2025-10-30', name: 'vs. Redmond', goals: 4 },
    ] satisfies Fixture[] as readonly Fixture[],
    cappedNote: 'Maximum reached. Later goals cost Maya nothing.',
  },
  ways: {
    title: 'One season, two ways to pay by card',
    end: {
      title: 'Once, after the season',
      text: 'One statement when the results are final, one charge three days later.',
    },
    progress: {
      title: 'As the season progresses',
      text: 'A charge whenever $5.00 or more has been earned, each with its own statement. The rest is charged at the end.',
    },
    note: 'Both add up to the same amount, to the cent. A check or cash is paid after the season, from an invoice.',
  },
  letters: {
    title: 'What Maya finds in her inbox',
    statementOn: '2025-11-12',
    chargeOn: '2025-11-15',
    card: 'card ending in 4242',
  },
  questions: {
    title: 'What if something goes differently?',
    items: [
      { to: `${paths.help}#games-cancelled`, label: 'Games are cancelled' },
      { to: `${paths.help}#wrong-result`, label: 'A result was wrong' },
      { to: `${paths.help}#card-fails`, label: 'A card fails' },
      { to: `${paths.help}#cancel`, label: 'Someone wants to cancel' },
    ],
  },
} as const

export type ExampleSeason = (typeof howItWorks)['example']
