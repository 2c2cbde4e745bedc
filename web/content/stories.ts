/** Stories of seasons, edited by the provider. Totals and shares are calculated from the lines, never typed. */
export type StoryLine = Readonly<{
  what: string
  /** The sum of all supporters' pledges on it, per unit or once. */
  rate: string
  /** Units, for a rate; left out for an amount owed once. */
  count?: number
  unit?: string
  /** Pledged for but not achieved: nothing is owed. */
  missed?: true
}>

export type Story = Readonly<{
  id: string
  template: 'football' | 'baseball' | 'soccer' | 'basketball' | 'custom'
  team: string
  place: string
  headline: string
  text: readonly string[]
  supporters: number
  lines: readonly StoryLine[]
  /** The amount not charged because of supporters' own maximums. */
  heldBack: string
  bought: string
}>

export const stories: Readonly<{
  title: string
  lead: string
  description: string
  note: string
  items: readonly Story[]
}> = {
  title: 'Success stories',
  lead: 'Four seasons, and the arithmetic behind each of them.',
  description:
    'Soccer, reading, baseball and basketball: what was pledged, what was achieved, what was paid and what it bought.',
  /** Empty until these are real teams that agreed to be named. */
  note: 'Teams and figures are examples. The arithmetic is how every campaign is settled.',
  items: [
    {
      id: 'practice-lights',
      template: 'soccer',
      team: 'Alder Creek High School',
      place: 'Bend, Oregon',
      headline: 'Thirty-four goals, and the lights came on',
      text: [
        'By October the field was dark at five, and practice ended with it. A hundred and forty-six people pledged for goals and shutouts; nobody was asked to write a check.',
        'The conference was decided in the last match. So was the pledge that most of them had made for it.',
      ],
      supporters: 146,
      lines: [
        { what: 'Goals', rate: '386.50', count: 34, unit: 'goal' },
        { what: 'Shutouts', rate: '142.00', count: 9, unit: 'shutout' },
        { what: 'Conference won', rate: '2150.00' },
      ],
      heldBack: '1069.00',
      bought: 'Four light masts for the practice field',
    },
    {
      id: 'read-a-thon',
      template: 'custom',
      team: 'Birchwood Elementary PTA',
      place: 'Ithaca, New York',
      headline: 'A summer of books, counted one by one',
      text: [
        'No field, no score. Seventy-one children read, parents wrote the titles down, and a librarian confirmed each list.',
        'Grandparents in nine states paid by the book. The ones who had set a maximum were glad of it.',
      ],
      supporters: 188,
      lines: [
        { what: 'Books read', rate: '18.40', count: 612, unit: 'book' },
        { what: 'Whole class finished its list', rate: '940.00' },
        { what: 'One-time gifts', rate: '1325.00' },
      ],
      heldBack: '1525.80',
      bought: 'A reading room with chairs that fit',
    },
    {
      id: 'dugout-roofs',
      template: 'baseball',
      team: 'Sandhill Youth Baseball',
      place: 'Kearney, Nebraska',
      headline: 'They lost the final. The dugouts got roofs.',
      text: [
        'A hundred and eighteen runs is a good year. The tournament ended one out short, and so nobody owed what they had pledged for winning it.',
        'That is the deal, and supporters noticed: most of them asked to be told about next year.',
      ],
      supporters: 93,
      lines: [
        { what: 'Runs', rate: '52.75', count: 118, unit: 'run' },
        { what: 'Strikeouts', rate: '21.25', count: 96, unit: 'strikeout' },
        { what: 'Tournament won', rate: '1800.00', missed: true },
      ],
      heldBack: '214.50',
      bought: 'Two dugout roofs and a backstop net',
    },
    {
      id: 'team-bus',
      template: 'basketball',
      team: 'Lakeside Girls Basketball',
      place: 'Duluth, Minnesota',
      headline: 'Forty away games, and a bus that starts',
      text: [
        'The bus was from 1998. Ambassadors, two to a grade, shared their links the night before the first game.',
        'A player entered three-pointers from the bench, and her coach confirmed them on the way home.',
      ],
      supporters: 231,
      lines: [
        { what: 'Three-pointers', rate: '96.00', count: 143, unit: 'three' },
        { what: 'Wins', rate: '310.00', count: 19, unit: 'win' },
        { what: 'One-time gifts', rate: '2400.00' },
      ],
      heldBack: '2018.00',
      bought: 'Three seasons of a leased team bus',
    },
  ],
}
