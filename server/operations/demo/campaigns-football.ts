import { type CampaignPlan, each, gift, once } from './plan.ts'

/** Friday nights: two active, one settled and paid out. */
export const FOOTBALL: readonly CampaignPlan[] = [
  {
    key: 'weight-room',
    organization: 'cedar',
    name: 'A weight room that fits the whole team',
    aboutThisCampaign:
      'Forty-six players share three racks that are older than their coaches. Pledge on what the Cougars do on Friday nights: every touchdown, every sack, every yard of a first down helps to replace them.',
    helps:
      'Six racks, bumper plates and rubber floors. The wrestlers and the girls’ soccer team use the same room.',
    ...{ goal: 9000, template: 'football', campaignType: 'athletic', status: 'active', days: [-66, 38] },
    statistics: [
      each('Touchdowns', 'faFootballBall', 'touchdown', [2, 5, 10], {
        each: [2, 6],
        expectedTarget: 38,
        lastYearResult: 31,
      }),
      each('Sacks', 'faShieldAlt', 'sack', [1, 2.5, 5], {
        each: [0, 4],
        expectedTarget: 22,
        lastYearResult: 17,
      }),
      each('Wins', 'faTrophy', 'win', [10, 20, 40], {
        each: [0, 1],
        expectedMax: 10,
        expectedTarget: 7,
        lastYearResult: 6,
      }),
      once('District champions', 'faMedal', [25, 50, 100], 'First place in the Intermountain district.'),
    ],
    schedule: {
      ...{ weekday: 5, time: '19:00', first: -7, eventType: 'game', place: 'Cedar Ridge Stadium' },
      opponents: [
        'Summit Storm',
        'Crook County Cowboys',
        'Redmond Panthers',
        'Mountain View',
        'Ridgeview Ravens',
        'Hood River Valley',
        'Pendleton Buckaroos',
        'La Grande Tigers',
        'The Dalles Riverhawks',
        'Sisters Outlaws',
      ],
    },
    leavesNewest: true,
    pledges: 24,
    rewards: [
      {
        title: 'Honorary captain',
        description: 'Walk out for the coin toss at the last home game.',
        type: 'top_supporter',
        prizeDetails: 'A team jersey with your name goes with it.',
      },
      {
        title: 'First in the room',
        description: 'The first ten supporters lift the first bar.',
        type: 'early_bird',
        maxWinners: 10,
      },
    ],
    ambassadors: { joined: 2, invited: ['boosters.bend@example.org'] },
    comments: [
      'My son is number 54. He says the old rack squeaks louder than the band.',
      'Class of 1998 here. Same racks. Go Cougars!',
      'Five dollars a touchdown and I have never been so happy to pay.',
    ],
  },
  {
    key: 'press-box',
    organization: 'mustangs',
    name: 'Rebuild the press box at Mustang Field',
    aboutThisCampaign:
      'The hailstorm in May took the roof off the press box and the scoreboard controller with it. This season every point the Mustangs put up helps to build it back, with a ramp this time.',
    helps: 'Steel, a roof, a wheelchair ramp and a booth for the student broadcasters of KWHS.',
    ...{ goal: 14000, template: 'football', campaignType: 'athletic', status: 'active', days: [-58, 45] },
    statistics: [
      each('Touchdowns', 'faFootballBall', 'touchdown', [2, 5, 10], {
        each: [2, 7],
        expectedTarget: 45,
        lastYearResult: 44,
      }),
      each('Field goals', 'faBullseye', 'field goal', [3, 6, 12], {
        each: [0, 3],
        expectedTarget: 12,
        lastYearResult: 9,
      }),
      each('Interceptions', 'faHandPaper', 'interception', [5, 10, 20], {
        each: [0, 2],
        expectedTarget: 11,
        lastYearResult: 8,
      }),
      once('Shutout', 'faShieldAlt', [20, 40, 80], 'One game without a point against us.'),
      gift('A one-time gift', [25, 50, 100]),
    ],
    schedule: {
      ...{ weekday: 5, time: '19:30', first: -7, eventType: 'game', place: 'Mustang Field' },
      opponents: [
        'Palo Duro Dons',
        'Caprock Longhorns',
        'Tascosa Rebels',
        'Plainview Bulldogs',
        'Dumas Demons',
        'Pampa Harvesters',
        'Borger Bulldogs',
        'Hereford Whitefaces',
        'Randall Raiders',
        'Canyon Eagles',
      ],
    },
    outcomes: { Shutout: { outcome: 'achieved', days: -16 } },
    pledges: 28,
    rewards: [
      {
        title: 'Call a quarter',
        description: 'Sit in the new booth and call one quarter on KWHS.',
        type: 'sponsorship',
        threshold: 500,
        sponsorshipsAvailable: 2,
      },
      {
        title: 'Elite circle',
        description: 'Your name on the steel plate at the foot of the ramp.',
        type: 'elite_circle',
        threshold: 250,
      },
    ],
    ambassadors: { joined: 1, invited: ['panhandle.alumni@example.org', 'coach.reyes@example.org'] },
    comments: [
      'I announced games from that box for 22 years. Let’s put a roof on it.',
      'The ramp is what did it for me. My dad will see a game from up there.',
    ],
  },
  {
    key: 'mustangs-last-season',
    organization: 'mustangs',
    name: 'New helmets for the freshmen',
    aboutThisCampaign:
      'Fourteen freshmen, fourteen helmets that nobody wore before them: that was the promise for last season. Supporters pledged on touchdowns, takeaways and a playoff berth, and the Mustangs delivered.',
    helps: 'Paid for fourteen helmets with sensors, and for a spare.',
    ...{
      goal: 2500,
      template: 'football',
      campaignType: 'athletic',
      status: 'completed',
      days: [-245, -150],
    },
    statistics: [
      each('Touchdowns', 'faFootballBall', 'touchdown', [2, 5, 10], {
        each: [2, 6],
        expectedTarget: 40,
        lastYearResult: 36,
      }),
      each('Takeaways', 'faHandPaper', 'takeaway', [2, 4, 8], {
        each: [0, 4],
        expectedTarget: 20,
        lastYearResult: 15,
      }),
      once('Playoffs', 'faFlagCheckered', [20, 50, 100], 'A place in the regional playoffs.'),
      once('State champions', 'faCrown', [50, 100, 250], 'All the way to Arlington.'),
    ],
    schedule: {
      ...{ weekday: 5, time: '19:30', first: -33, eventType: 'game', place: 'Mustang Field' },
      opponents: [
        'Palo Duro Dons',
        'Caprock Longhorns',
        'Tascosa Rebels',
        'Plainview Bulldogs',
        'Dumas Demons',
        'Pampa Harvesters',
        'Borger Bulldogs',
        'Hereford Whitefaces',
        'Randall Raiders',
        'Canyon Eagles',
      ],
    },
    outcomes: {
      Playoffs: { outcome: 'achieved', days: -153 },
      'State champions': { outcome: 'not_achieved', days: -151 },
    },
    pledges: 30,
    rewards: [
      {
        title: 'Game ball',
        description: 'A signed ball for the largest supporter of the season.',
        type: 'top_supporter',
      },
    ],
    comments: [
      'Paid my bill with a smile. What a season.',
      'The statement showed every game. Nice to see where the money came from.',
    ],
    ending: { do: 'settle', days: -146, payments: 'all', payout: 'paid' },
  },
]
