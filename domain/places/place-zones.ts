/** The time zone of a town: several states have a line through them (R22). Pure. */
import { otherPlaceOf, STATE_ZONES, type StateCode, zipFit, zipIn, zoneOfState } from './states.ts'

const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const PACIFIC = 'America/Los_Angeles'
const BOISE = 'America/Boise'

type Side = {
  state: StateCode
  zone: string
  /** How its ZIP codes begin: the longest that fits decides. */
  zips: string
  /** Where no ZIP code is known. */
  towns: string
}

/** What is on the other side of the line than most of its state, as people there set their clocks; and back again. */
const SIDES: readonly Side[] = [
  {
    state: 'AK',
    zone: 'America/Adak',
    zips: '99546 99547',
    towns: 'adak, atka',
  },
  {
    state: 'AL',
    zone: EASTERN,
    zips: '36854 36856 36863 36867-36870 36877',
    towns: 'fort mitchell, lanett, phenix city, smiths station, valley',
  },
  {
    state: 'AZ',
    zone: MOUNTAIN,
    zips: [
      '86020 86033 86035 86044 86045 86053 86054 86502-86508 86510 86511 86514 86515 86520 86535 86538',
      '86540 86544 86545 86547 86549 86556',
    ].join(' '),
    towns: [
      'cameron, chinle, dennehotso, fort defiance, ganado, kaibeto, kayenta, leupp, lukachukai, many',
      'farms, pinon, shonto, st michaels, tsaile, tuba city, window rock',
    ].join(' '),
  },
  {
    state: 'FL',
    zone: CENTRAL,
    zips: '324 325',
    towns: [
      'baker, blountstown, bonifay, callaway, cantonment, century, chipley, crestview, defuniak',
      'springs, destin, eglin afb, fort walton beach, freeport, graceville, gulf breeze, jay, lynn',
      'haven, marianna, mary esther, mexico beach, milton, miramar beach, navarre, niceville, pace,',
      'panama city, panama city beach, pensacola, santa rosa beach, shalimar, sneads, valparaiso,',
      'vernon, wewahitchka',
    ].join(' '),
  },
  {
    state: 'FL',
    zone: EASTERN,
    zips: '32456 32457',
    towns: '',
  },
  {
    state: 'ID',
    zone: PACIFIC,
    zips: '835 838',
    towns: [
      "bonners ferry, coeur d'alene, cottonwood, craigmont, dalton gardens, genesee, grangeville,",
      'hayden, kamiah, kellogg, lapwai, lewiston, moscow, nezperce, orofino, plummer, ponderay, post',
      'falls, potlatch, priest river, rathdrum, sandpoint, spirit lake, st maries, troy, wallace',
    ].join(' '),
  },
  {
    state: 'ID',
    zone: BOISE,
    zips: '83549',
    towns: '',
  },
  {
    state: 'IN',
    zone: CENTRAL,
    zips: [
      '463 464 46531 46532 46534 46968 47514 47515 47520 47523 47525 47531 47536 47537 47550-47552',
      '47556 47574 47576 47577 47579 47586 47588 476 477 47922 47943 47948 47951 47963 47964 47977',
      '47978',
    ].join(' '),
    towns: [
      'boonville, cedar lake, chandler, chesterton, crown point, dale, demotte, dyer, east chicago,',
      'evansville, fort branch, gary, griffith, hammond, haubstadt, hebron, highland, hobart, kentland,',
      'knox, kouts, la porte, lake station, laporte, lowell, merrillville, michigan city, mount vernon,',
      'munster, newburgh, north judson, oakland city, portage, poseyville, princeton, rensselaer,',
      'rockport, santa claus, schererville, st john, tell city, valparaiso, wanatah, westville,',
      'whiting, winfield',
    ].join(' '),
  },
  {
    state: 'KS',
    zone: MOUNTAIN,
    zips: '67733 67735 67741 67758 67761 67762 67836 67857 67878 67879',
    towns: 'coolidge, goodland, kanorado, sharon springs, syracuse, tribune, wallace, weskan',
  },
  {
    state: 'KY',
    zone: CENTRAL,
    zips: [
      '420-424 42602 42603 42629 42642 42712 42713 42715 42717 42720-42722 42726 42728 42729',
      '42741-42743 42746 42749 42753 42754 42759 42762 42765 42782 40111 40140 40143 40144 40146 40152',
      '40170 40171 40176 40178',
    ].join(' '),
    towns: [
      'albany, bardwell, beaver dam, benton, bowling green, brownsville, burkesville, cadiz, calhoun,',
      'calvert city, cave city, central city, cloverport, columbia, dawson springs, eddyville,',
      'edmonton, elkton, fort campbell, franklin, fulton, glasgow, greensburg, greenville, hardinsburg,',
      'hartford, hawesville, henderson, hickman, hopkinsville, horse cave, jamestown, leitchfield,',
      'lewisport, madisonville, marion, mayfield, morganfield, morgantown, munfordville, murray, oak',
      'grove, owensboro, paducah, princeton, providence, russell springs, russellville, scottsville,',
      'sebree, smithland, tompkinsville, wickliffe',
    ].join(' '),
  },
  {
    state: 'MI',
    zone: CENTRAL,
    zips: [
      '49801 49802 49812 49815 49821 49831 49834 49847 49848 49852 49858 49863 49870 49873 49874 49876',
      '49877 49881 49886 49887 49892 49893 49896 49902 49903 49911 49915 49920 49927 49935 49938 49947',
      '49959 49964 49968 49969',
    ].join(' '),
    towns: [
      'bessemer, caspian, crystal falls, hermansville, iron mountain, iron river, ironwood, kingsford,',
      'menominee, norway, powers, stephenson, vulcan, wakefield, watersmeet',
    ].join(' '),
  },
  {
    state: 'ND',
    zone: MOUNTAIN,
    zips: '58529 58533 58562 58564 586',
    towns: [
      'beach, belfield, bowman, carson, dickinson, elgin, gladstone, halliday, hettinger, killdeer,',
      'medora, mott, new england, regent, richardton, scranton, south heart, taylor',
    ].join(' '),
  },
  {
    state: 'ND',
    zone: CENTRAL,
    zips: '58631 58638',
    towns: '',
  },
  {
    state: 'NE',
    zone: MOUNTAIN,
    zips: [
      '69021 69023 69027 69030 69033 69037 69045 69121 69122 69125 69127-69129 69131 69133 69134 69140',
      '69141 69144-69150 69152-69156 69160 69162 69168 69190 69218 693',
    ].join(' '),
    towns: [
      'alliance, arthur, bayard, benkelman, bridgeport, chadron, chappell, crawford, gering, gordon,',
      'grant, harrison, hay springs, hemingford, hyannis, imperial, kimball, mitchell, morrill, mullen,',
      'ogallala, oshkosh, paxton, potter, rushville, scottsbluff, sidney, wauneta',
    ].join(' '),
  },
  {
    state: 'NV',
    zone: MOUNTAIN,
    zips: '89883',
    towns: 'west wendover',
  },
  {
    state: 'NV',
    zone: BOISE,
    zips: '89825 89831 89832',
    towns: 'jackpot, mountain city, owyhee',
  },
  {
    state: 'OK',
    zone: MOUNTAIN,
    zips: '73946',
    towns: 'kenton',
  },
  {
    state: 'OR',
    zone: BOISE,
    zips: '97901-97903 97906 97908-97911 97913 97914 97917 97918 97920',
    towns: 'adrian, arock, brogan, harper, jordan valley, juntura, nyssa, ontario, vale',
  },
  {
    state: 'SD',
    zone: MOUNTAIN,
    zips: '57521 57543 57547 57551-57553 57567 57577 576 577',
    towns: [
      'belle fourche, bison, black hawk, box elder, buffalo, custer, deadwood, dupree, eagle butte,',
      'edgemont, faith, hill city, hot springs, kadoka, keystone, kyle, lead, lemmon, martin, mcintosh,',
      'mclaughlin, midland, new underwood, newell, philip, pine ridge, rapid city, spearfish, sturgis,',
      'summerset, timber lake, wall',
    ].join(' '),
  },
  {
    state: 'SD',
    zone: CENTRAL,
    zips: '57601 57631 57632 57646 57648',
    towns: '',
  },
  {
    state: 'TN',
    zone: EASTERN,
    zips: [
      '37302-37304 37307-37312 37314-37317 37320-37323 37325 37326 37329 37331-37333 37336-37338 37341',
      '37343 37350 37351 37353 37354 37361-37364 37369-37371 37373 37377 37379 37381 37384 37385 37391',
      '374 376-379',
    ].join(' '),
    towns: [
      'alcoa, apison, athens, benton, blountville, bristol, chattanooga, church hill, cleveland,',
      'clinton, collegedale, copperhill, dandridge, dayton, decatur, east ridge, elizabethton, erwin,',
      'etowah, farragut, gatlinburg, greeneville, harriman, harrogate, hixson, jacksboro, jefferson',
      'city, jellico, jonesborough, johnson city, kingsport, kingston, knoxville, la follette,',
      'lafollette, lake city, lenoir city, loudon, madisonville, maryville, maynardville, morristown,',
      'mountain city, newport, norris, oak ridge, oliver springs, oneida, ooltewah, pigeon forge,',
      'powell, red bank, rockwood, rocky top, rogersville, rutledge, sevierville, signal mountain,',
      'sneedville, soddy daisy, soddy-daisy, spring city, surgoinsville, sweetwater, tazewell, tellico',
      'plains, unicoi, vonore, wartburg',
    ].join(' '),
  },
  {
    state: 'TN',
    zone: CENTRAL,
    zips: '37723',
    towns: '',
  },
  {
    state: 'TX',
    zone: MOUNTAIN,
    zips: '79821 79835-79839 79847 79849 79851 79853 799 885',
    towns: [
      'anthony, canutillo, clint, dell city, el paso, fabens, fort bliss, fort hancock, horizon city,',
      'san elizario, sierra blanca, socorro, tornillo, vinton',
    ].join(' '),
  },
]

/** "Ft. Walton Beach" and "FORT WALTON BEACH" are one town. */
const plain = (town: string): string =>
  town
    .trim()
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .replace(/^(?:saint|st\.?) /, 'st ')
    .replace(/^(?:ft\.?) /, 'fort ')
    .replace(/^(?:mt\.?) /, 'mount ')

/** Each once, to choose from. */
export const OFFERED_ZONES: readonly string[] = [
  ...new Set([...STATE_ZONES, ...SIDES.map(({ zone }) => zone)]),
].sort()
export const isOfferedZone = (zone: string): boolean => OFFERED_ZONES.includes(zone)

type Place = { state: string; city: string; zip?: string | null | undefined }

/** The time zone that is proposed for a place in a state. */
export function proposedZone({ state, city, zip }: Place): string {
  const sides = SIDES.filter((one) => one.state === state)
  const known = otherPlaceOf({ state, zip: zip ?? '' }) === null ? zipIn(zip ?? '') : null
  const fits = sides.map((one) => ({ ...one, digits: known === null ? 0 : zipFit(known, one.zips) }))
  const best = fits.sort((a, b) => b.digits - a.digits)[0]
  if (best && best.digits > 0) return best.zone
  const town = known === null && sides.find(({ towns }) => towns.split(', ').includes(plain(city)))
  return town ? town.zone : zoneOfState(state as StateCode)
}
