import { type CampaignPlan, each, gift, once } from './plan.ts'

/** One active, one paused, one that has ended and whose last results are being checked. */
export const BASEBALL: readonly CampaignPlan[] = [
  {
    key: 'dugouts',
    organization: 'harbor',
    name: 'Dugouts with a roof for Harbor Point',
    aboutThisCampaign:
      'It rains in Maine in May, and June, and most of July. Our dugouts are two benches and a fence. Pledge on hits, stolen bases and strikeouts of the twelve-and-under Mariners.',
    helps:
      'Two covered dugouts on field 3, built by the vocational school with donated lumber and bought hardware.',
    ...{ goal: 6000, template: 'baseball', campaignType: 'athletic', status: 'active', days: [-52, 40] },
    statistics: [
      each('Hits', 'faBaseballBall', 'hit', [0.5, 1, 2], {
        each: [4, 12],
        expectedTarget: 110,
        lastYearResult: 96,
      }),
      each('Home runs', 'faStar', 'home run', [5, 10, 20], {
        each: [0, 2],
        expectedTarget: 9,
        lastYearResult: 6,
      }),
      each('Stolen bases', 'faRunning', 'stolen base', [1, 2, 4], {
        each: [1, 5],
        expectedTarget: 38,
        lastYearResult: 33,
      }),
      once('League title', 'faTrophy', [15, 30, 60], 'Cumberland County, twelve and under.'),
    ],
    schedule: {
      ...{ weekday: 6, time: '10:00', first: -7, eventType: 'game', place: 'Harbor Point, field 3' },
      opponents: [
        'Yarmouth Clippers',
        'Falmouth Flyers',
        'Scarborough Storm',
        'Gorham Rams',
        'Cape Elizabeth',
        'Westbrook Blazers',
        'Deering Nine',
        'Saco Bay',
        'Biddeford Tigers',
        'Windham Eagles',
        'Standish Cubs',
        'Freeport Falcons',
      ],
    },
    pledges: 22,
    rewards: [
      { title: 'Throw the first pitch', description: 'On opening day next spring.', type: 'top_supporter' },
      {
        title: 'Base stealer',
        description: 'A signed base for everyone at $2 or more for each stolen base.',
        type: 'milestone_maker',
        statistic: 'Stolen bases',
        threshold: 2,
        maxWinners: 9,
      },
    ],
    comments: [
      'My granddaughter stole home on Saturday. I cheered and then I checked my pledge.',
      'Sold! I have sat on that wet bench.',
    ],
  },
  {
    key: 'fall-ball',
    organization: 'harbor',
    name: 'Fall ball scholarships',
    aboutThisCampaign:
      'Eighteen families asked for help with the fall fee. We play on as soon as the field is drained; until then pledges are on hold, and nobody is billed.',
    helps: 'Covers the fee, a glove and a bat for eighteen players.',
    ...{ goal: 2500, template: 'baseball', campaignType: 'community', status: 'paused', days: [-40, 50] },
    statistics: [
      each('Hits', 'faBaseballBall', 'hit', [0.5, 1, 2], {
        each: [3, 10],
        expectedTarget: 60,
        lastYearResult: 54,
      }),
      gift('One player’s fee', [45, 90, 135]),
    ],
    schedule: {
      ...{ weekday: 0, time: '13:00', first: -5, eventType: 'game', place: 'Harbor Point, field 1' },
      opponents: [
        'Deering Nine',
        'Gorham Rams',
        'Saco Bay',
        'Falmouth Flyers',
        'Windham Eagles',
        'Yarmouth Clippers',
      ],
    },
    pledges: 12,
    comments: ['Hope the field dries soon!'],
    ending: { do: 'pause', days: -9 },
  },
  {
    key: 'batting-cage',
    organization: 'cedar',
    name: 'A batting cage for the long winter',
    aboutThisCampaign:
      'There is snow on our diamond until April. An indoor cage would give the baseball and softball teams four more months. The season is over; the last results are being checked, then everybody gets a statement.',
    helps: 'Netting, turf and a pitching machine in the old auto shop.',
    ...{ goal: 5200, template: 'baseball', campaignType: 'athletic', status: 'completed', days: [-96, -5] },
    statistics: [
      each('Runs', 'faBaseballBall', 'run', [1, 2, 4], {
        each: [2, 9],
        expectedTarget: 62,
        lastYearResult: 55,
      }),
      each('Strikeouts', 'faBolt', 'strikeout', [0.5, 1, 2], {
        each: [4, 11],
        expectedTarget: 80,
        lastYearResult: 71,
      }),
      once('A no-hitter', 'faStar', [20, 40, 100], 'Nine innings, no hit.'),
    ],
    schedule: {
      ...{ weekday: 2, time: '16:30', first: -12, eventType: 'game', place: 'Cedar Ridge Diamond' },
      opponents: [
        'Summit Storm',
        'Redmond Panthers',
        'Mountain View',
        'Ridgeview Ravens',
        'Crook County Cowboys',
        'Madras White Buffalos',
        'Sisters Outlaws',
        'Pendleton Buckaroos',
        'La Pine Hawks',
        'Hood River Valley',
      ],
    },
    leavesNewest: true,
    pledges: 19,
    comments: ['Softball parents are in too.', 'Great season, seniors!'],
  },
]
