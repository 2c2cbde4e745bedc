import { type CampaignPlan, each, gift, once } from './plan.ts'

/** Pages, problems and robots; and swimmers, who count laps. */
export const SCHOOLS: readonly CampaignPlan[] = [
  {
    key: 'million-pages',
    organization: 'lakeview',
    name: 'Read a million pages',
    aboutThisCampaign:
      'Last year 640 students read 812,000 pages. This year they want a million. Pledge on every thousand pages; the librarian counts, and a teacher checks.',
    helps: 'A new library carpet, 900 books chosen by students, and two reading tents.',
    ...{ goal: 7500, template: 'custom', campaignType: 'academic', status: 'active', days: [-68, 60] },
    statistics: [
      each('Thousand pages', 'faBookOpen', 'thousand pages', [0.05, 0.1, 0.25], {
        each: [48, 71],
        expectedTarget: 1000,
        lastYearResult: 812,
      }),
      each('Books finished by sixth graders', 'faBook', 'book', [0.02, 0.05, 0.1], {
        each: [90, 160],
        expectedTarget: 2100,
        lastYearResult: 1740,
      }),
      once(
        'A million pages',
        'faTrophy',
        [10, 25, 50],
        'The whole school together, by the last day of term.',
      ),
    ],
    schedule: {
      ...{ weekday: 5, time: '14:15', first: -9, eventType: 'other', place: 'Lakeview library' },
      numbered: { name: 'Weekly count', count: 16 },
    },
    leavesNewest: true,
    pledges: 24,
    rewards: [
      {
        title: 'Name a reading tent',
        description: 'Your name, or your dog’s, over the entrance.',
        type: 'sponsorship',
        threshold: 150,
        sponsorshipsAvailable: 2,
      },
      {
        title: 'Bookworm',
        description: 'A thank-you bookmark drawn by a student.',
        type: 'early_bird',
        maxWinners: 20,
      },
    ],
    comments: [
      'My nephew has started reading at breakfast.',
      'Ten cents a thousand pages sounded cheap. Then I met these kids.',
    ],
  },
  {
    key: 'math-team',
    organization: 'lakeview',
    name: 'Math team to the nationals',
    aboutThisCampaign:
      'Six seventh graders and a coach who teaches shop. They solve problems on Wednesday afternoons, and you pledge on the ones they get right.',
    helps: 'Entry fees and train tickets to Chicago for the regional, and further if they make it.',
    ...{ goal: 2000, template: 'custom', campaignType: 'academic', status: 'active', days: [-55, 48] },
    scene: 'reading',
    vocabulary: {
      ...{ match: 'round', matches: 'rounds', season: 'school year', team: 'team' },
      ...{ achieved: 'Only if they do it', hasOpponents: false },
    },
    statistics: [
      each('Problems solved', 'faCalculator', 'problem', [0.5, 1, 2], {
        each: [7, 16],
        expectedTarget: 130,
        lastYearResult: 98,
      }),
      each('Perfect rounds', 'faStar', 'perfect round', [5, 10, 20], {
        each: [0, 1],
        expectedTarget: 4,
        lastYearResult: 2,
      }),
      once('Nationals', 'faGlobe', [20, 40, 80], 'A place at the national round in Washington.'),
    ],
    schedule: {
      ...{ weekday: 3, time: '15:30', first: -7, eventType: 'tournament', place: 'Room 214' },
      numbered: { name: 'Problem round', count: 12 },
    },
    pledges: 17,
    comments: ['I was on this team in 1987. We lost to everybody. Good luck!'],
  },
  {
    key: 'robots',
    organization: 'gears',
    name: 'Send Waffle to the world championship',
    aboutThisCampaign:
      'Waffle is our robot. It climbs, it throws, and on good days it stops. Pledge on points, on autonomous runs, and on a ticket to Houston.',
    helps: 'Registration, freight for a 120-pound robot, and a second battery so that it stops catching up.',
    ...{ goal: 6800, template: 'custom', campaignType: 'academic', status: 'active', days: [-62, 50] },
    scene: 'robotics',
    statistics: [
      each('Match points', 'faChartLine', 'point', [0.02, 0.05, 0.1], {
        each: [180, 420],
        expectedTarget: 3200,
        lastYearResult: 2710,
      }),
      each('Autonomous runs', 'faLightbulb', 'run', [1, 3, 6], {
        each: [1, 6],
        expectedTarget: 40,
        lastYearResult: 28,
      }),
      once('World championship', 'faGlobe', [25, 50, 100], 'A ticket to Houston.'),
      gift('A box of bolts', [15, 30, 60], 'faBolt'),
    ],
    schedule: {
      ...{ weekday: 6, time: '09:00', first: -8, eventType: 'tournament', place: 'Lancaster Event Center' },
      numbered: { name: 'League meet', count: 12 },
    },
    pledges: 22,
    rewards: [
      {
        title: 'Your logo on Waffle',
        description: 'A sticker on the left arm, seen by everybody it throws at.',
        type: 'sponsorship',
        threshold: 200,
        sponsorshipsAvailable: 3,
      },
      {
        title: 'Drive the robot',
        description: 'Ten minutes at the controls on the practice field.',
        type: 'milestone_maker',
        statistic: 'Autonomous runs',
        threshold: 3,
        maxWinners: 5,
      },
    ],
    ambassadors: { joined: 1, invited: ['makers.lincoln@example.org'] },
    comments: [
      'The second battery made me laugh out loud. Pledged.',
      'Proud of the drive team. Proud of the stop team too.',
    ],
  },
  {
    key: 'welders',
    organization: 'gears',
    name: 'Girls who weld',
    aboutThisCampaign:
      'A Saturday course for twelve girls who want to build frames and not only code. Every finished project is a pledge.',
    helps: 'Helmets, gloves, steel, and a certified instructor for ten Saturdays.',
    ...{ goal: 3600, template: 'custom', campaignType: 'academic', status: 'draft', days: [20, 110] },
    scene: 'robotics',
    statistics: [
      each('Finished projects', 'faFire', 'project', [2, 5, 10], { expectedTarget: 48 }),
      once('Everyone certified', 'faAward', [25, 50, 100], 'All twelve pass the entry-level certificate.'),
    ],
    pledges: 0,
  },
  {
    key: 'every-lap',
    organization: 'chugach',
    name: 'Every lap to the state meet',
    aboutThisCampaign:
      'Our pool time starts at 5:15 in the morning, in the dark, most of the year. Pledge on personal bests and on laps: the swimmers bring the rest.',
    helps: 'Two more lanes a week, and the ferry to the state meet in Juneau.',
    ...{ goal: 5000, template: 'custom', campaignType: 'athletic', status: 'active', days: [-57, 52] },
    statistics: [
      each('Personal bests', 'faStopwatch', 'personal best', [1, 2, 5], {
        each: [5, 16],
        expectedTarget: 120,
        lastYearResult: 101,
      }),
      each('Thousand laps', 'faSwimmer', 'thousand laps', [1, 2.5, 5], {
        each: [3, 7],
        expectedTarget: 70,
        lastYearResult: 62,
      }),
      once('A state record', 'faMedal', [20, 40, 100], 'Any event, any age group.'),
    ],
    schedule: {
      ...{ weekday: 6, time: '08:00', first: -7, eventType: 'tournament', place: 'Chugach pool' },
      numbered: { name: 'Dual meet', count: 12 },
    },
    pledges: 19,
    comments: ['5:15! I am paying extra for that alone.', 'Go Freya, your aunt in Ohio is counting laps.'],
  },
]
