import type { OrganizationPlan } from './plan.ts'

/** A dozen organizations across the US. The first two are the coach's. */
export const ORGANIZATIONS: readonly OrganizationPlan[] = [
  {
    key: 'foxes',
    name: 'Leicester City Supporters of New England',
    description:
      'We watch Leicester City together at seven in the morning, and coach the under-tens of Worcester County at nine.',
    website: 'https://example.org/foxes',
    ...{ city: 'Leicester', state: 'MA', organizationType: 'sports_club' },
    ...{ owner: null, scorer: null, sizeTier: 'medium', is501c3: true },
  },
  {
    key: 'cedar',
    name: 'Cedar Ridge High School Boosters',
    description:
      'Parents and former students who keep eleven teams of a public high school in gear and on the bus.',
    website: 'https://example.org/cedar-ridge',
    ...{ city: 'Bend', state: 'OR', organizationType: 'school' },
    ...{ owner: null, scorer: null, sizeTier: 'medium', is501c3: true },
  },
  {
    key: 'mustangs',
    name: 'Westbrook Mustangs Football Boosters',
    description: 'Friday nights in Amarillo since 1961. We buy what the school district cannot.',
    website: 'https://example.org/mustangs',
    ...{ city: 'Amarillo', state: 'TX', organizationType: 'nonprofit' },
    ...{ owner: ['Darrell', 'Whitaker'], scorer: ['Luz', 'Ortega'], sizeTier: 'large', is501c3: true },
  },
  {
    key: 'harbor',
    name: 'Harbor Point Little League',
    description: 'Four hundred kids, nine diamonds, and a snack bar run by grandparents.',
    website: 'https://example.org/harbor-point',
    ...{ city: 'Portland', state: 'ME', organizationType: 'sports_club' },
    ...{ owner: ['Maureen', 'Doyle'], scorer: ['Pete', 'Thibodeau'], sizeTier: 'medium', is501c3: true },
  },
  {
    key: 'lakeview',
    name: 'Lakeview Middle School',
    description: 'A public school of 640 students on the hill above Lake Superior.',
    website: 'https://example.org/lakeview',
    ...{ city: 'Duluth', state: 'MN', organizationType: 'school' },
    ...{ owner: ['Anita', 'Lindqvist'], scorer: ['Marcus', 'Bell'], sizeTier: 'medium', is501c3: false },
  },
  {
    key: 'bayou',
    name: 'Bayou Teche Community Orchestra',
    description: 'Shrimpers, teachers and two retired judges, playing everything from Ravel to zydeco.',
    website: 'https://example.org/bayou-teche',
    ...{ city: 'Lafayette', state: 'LA', organizationType: 'nonprofit' },
    ...{ owner: ['Celeste', 'Broussard'], scorer: ['Remy', 'Landry'], sizeTier: 'small', is501c3: true },
  },
  {
    key: 'hawks',
    name: 'Desert Hawks Basketball Academy',
    description:
      'After-school basketball and homework help for the south side of Tucson, free for every family.',
    website: 'https://example.org/desert-hawks',
    ...{ city: 'Tucson', state: 'AZ', organizationType: 'sports_club' },
    ...{ owner: ['Terrence', 'Moody'], scorer: ['Alma', 'Quintero'], sizeTier: 'small', is501c3: true },
  },
  {
    key: 'gears',
    name: 'Prairie Gears Robotics',
    description: 'Thirty-one students, one borrowed machine shop, and robots named after breakfast foods.',
    website: 'https://example.org/prairie-gears',
    ...{ city: 'Lincoln', state: 'NE', organizationType: 'nonprofit' },
    ...{ owner: ['Joyce', 'Hallberg'], scorer: ['Dev', 'Patel'], sizeTier: 'small', is501c3: true },
  },
  {
    key: 'rescue',
    name: 'Blue Ridge Animal Rescue',
    description:
      'We take in the dogs and cats that the county shelters have no room for, and walk every one of them daily.',
    website: 'https://example.org/blue-ridge',
    ...{ city: 'Asheville', state: 'NC', organizationType: 'nonprofit' },
    ...{ owner: ['Nora', 'Pickett'], scorer: ['Wade', 'Buchanan'], sizeTier: 'medium', is501c3: true },
  },
  {
    key: 'chugach',
    name: 'Chugach Swim Club',
    description: 'Ninety swimmers who share one pool with a hospital, a college and a water polo team.',
    website: 'https://example.org/chugach',
    ...{ city: 'Anchorage', state: 'AK', organizationType: 'sports_club' },
    ...{ owner: ['Ingrid', 'Halvorsen'], scorer: ['Tom', 'Bergman'], sizeTier: 'small', is501c3: false },
  },
  {
    key: 'hilo',
    name: 'Hilo Bay Youth Soccer',
    description:
      'Soccer in the rain for every keiki from five to eighteen. The other islands are a flight away.',
    website: 'https://example.org/hilo-bay',
    ...{ city: 'Hilo', state: 'HI', organizationType: 'sports_club' },
    ...{ owner: ['Kalani', 'Nakamura'], scorer: ['Leilani', 'Souza'], sizeTier: 'small', is501c3: true },
  },
  {
    key: 'pantry',
    name: 'Riverside Neighborhood Pantry',
    description: 'A food pantry, a teaching garden and a Saturday breakfast where nobody asks why you came.',
    website: 'https://example.org/riverside',
    ...{ city: 'Des Moines', state: 'IA', organizationType: 'community' },
    ...{ owner: ['Gloria', 'Jenkins'], scorer: ['Sam', 'Petersen'], sizeTier: 'small', is501c3: true },
  },
]
