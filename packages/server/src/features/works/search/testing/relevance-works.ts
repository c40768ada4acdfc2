/** Invented works for relevance tests, with the short names used in queries. */
import type { FeedEntity, FeedWork } from '@koedana/contract/feed.ts'

const makers = {
  bookmarkFire: { id: 'RG60001', name: 'しおりび工房', kana: 'しおりびこうぼう' },
  rainHouse: { id: 'RG60002', name: 'Rain House' },
  nightShelf: { id: 'RG60003', name: 'ヨルノトショカン', kana: 'ヨルノトショカン' },
  lanternStreet: { id: 'RG60004', name: 'Lantern Street' },
  moonlight: { id: 'RG60005', name: '月灯舎', kana: 'つきあかりしゃ' },
  unseen: { id: 'RG69999', name: '猫の隠れ家' },
} satisfies Names

const people = {
  kotori: { id: 'p1', name: '水瀬ことり', kana: 'みなせことり' },
  shizuku: { id: 'p2', name: '雨宮しずく', kana: 'あめみやしずく' },
  himari: { id: 'p3', name: '佐倉ヒマリ', kana: 'さくらひまり' },
  tsubasa: { id: 'p4', name: '小鳥遊つばさ', kana: 'たかなしつばさ' },
  mike: { id: 'p5', name: '猫田みけ', kana: 'ねこたみけ' },
  jose: { id: 'p6', name: 'José Núñez' },
  fujisawa: { id: 'p7', name: '藤沢えみ', kana: 'ふじさわえみ' },
} satisfies Names

const series = {
  stationFront: { id: 's1', name: '駅前ものがたり', kana: 'えきまえものがたり' },
  greenhouse: { id: 's2', name: 'Midnight Greenhouse' },
} satisfies Names

const genres = {
  healing: { id: 'g1', name: '癒し', names: { 'zh-CN': '治愈', 'en-US': 'Healing' } },
  ears: { id: 'g2', name: '耳かき', names: { 'zh-CN': '掏耳朵', 'en-US': 'Ear Cleaning' } },
  aloud: { id: 'g3', name: '朗読', names: { 'zh-CN': '朗读', 'en-US': 'Read Aloud' } },
  asmr: { id: 'g4', name: 'ASMR' },
  daily: { id: 'g5', name: '日常', names: { 'zh-CN': '日常', 'en-US': 'Slice of Life' } },
} satisfies Names

type Names = Readonly<Record<string, FeedEntity>>

type More = Omit<Partial<FeedWork>, 'id' | 'name' | 'sales'>

const work = (id: string, name: string, sales: number | null, more: More = {}): FeedWork => ({
  id,
  name,
  sales,
  ageCategory: 'all',
  ...more,
})

const japanese = {
  cat: work('RJ01700001', '猫', 10, { kana: 'ねこ' }),
  catCafe: work('RJ01700002', '猫カフェの午後', 300, {
    kana: 'ねこかふぇのごご',
    names: { 'zh-CN': '猫咖啡馆的午后', 'en-US': 'Afternoon at the Cat Café' },
    maker: makers.bookmarkFire,
  }),
  blackCat: work('RJ01700003', '黒猫と雨宿り', 900, { kana: 'くろねことあまやどり' }),
  whiskers: work('RJ01700004', 'ねこのひげ日和', 200, { kana: 'ねこのひげびより' }),
  dogDays: work('RJ01700005', '犬と暮らす日', 2_000, { kana: 'いぬとくらすひ', genres: [genres.daily] }),
  veranda: work('RJ01700006', '夕暮れの縁側', 5_000, { kana: 'ゆうぐれのえんがわ', artists: [people.mike] }),
  afterRain: work('RJ01700007', '雨上がりの自転車', 150, {
    kana: 'あめあがりのじてんしゃ',
    artists: [people.kotori],
    series: series.stationFront,
  }),
  rainLibrary: work('RJ01700008', '雨音の図書館', 700, {
    kana: 'あまおとのとしょかん',
    artists: [people.tsubasa],
  }),
  rainBooks: work('RJ01700009', '【雨音付き】図書室の放課後', 600, {
    kana: 'あまおとつきとしょしつのほうかご',
    artists: [people.kotori],
    genres: [genres.healing],
  }),
  sunnySpot: work('RJ01700010', 'ひだまりカフェ', 80, { kana: 'ひだまりかふぇ' }),
  serverRoom: work('RJ01700011', 'サーバールームの夜', 90, { kana: 'サーバールームのよる' }),
  coffee: work('RJ01700012', 'コーヒーと手紙', 110, { kana: 'コーヒーとてがみ', genres: [genres.healing] }),
  festival: work('RJ01700013', '夏祭り\u301c線香花火\u301c', 120, { kana: 'なつまつりせんこうはなび' }),
  winterWindow: work('RJ01700014', '冬の窓\uff5e雪あかり\uff5e', 130, { kana: 'ふゆのまどゆきあかり' }),
  carSeven: work('RJ01700015', '第７号車の旅人', 140, { kana: 'だいななごうしゃのたびびと' }),
  oldRadio: work('RJ01700016', '1964年のラジオ', 1_400, { kana: 'せんきゅうひゃくろくじゅうよねんのラジオ' }),
  radioMorning: work('RJ01700017', 'ﾗｼﾞｵ体操の朝', 35, { kana: 'ﾗｼﾞｵたいそうのあさ' }),
  firstAsmr: work('RJ01700018', 'ＡＳＭＲ入門', 45, { kana: 'アスマーにゅうもん' }),
  waterfall: work('RJ01700019', '静かな滝', 55, { kana: 'しずかなたき', genres: [genres.asmr] }),
  diary: work('RJ01700020', 'みちくさ日記', 65, { kana: 'みちくさにっき', series: series.stationFront }),
  moonStamp: work('RJ01700021', '月夜の切手', 75, { kana: 'つきよのきって' }),
  steamTrain: work('RJ01700022', '汽車と砂時計', 85, { kana: 'きしゃとすなどけい' }),
  matcha: work('RJ01700023', '抹茶の時間', 95, { kana: 'まっちゃのじかん', maker: makers.nightShelf }),
  clippings: work('RJ01700024', '雑誌の切り抜き', 105, { kana: 'ざっしのきりぬき' }),
  lastTrain: work('RJ01700025', '深夜の電車', 115, { kana: 'しんやのでんしゃ' }),
  plainInn: work('RJ01700026', '簡易宿の朝', 125, { kana: 'かんいやどのあさ' }),
  lighthouse: work('RJ01700027', '灯台', 3, { kana: 'とうだい' }),
  keeper: work('RJ01700028', '灯台守の夜', 400, { kana: 'とうだいもりのよる', artists: [people.shizuku] }),
  crab: work('RJ01700029', '蟹と灯台', 1_700, { kana: 'かにととうだい' }),
  tokyo: work('RJ01700030', '東京の屋上', 155, { kana: 'とうきょうのおくじょう' }),
  candles: work('RJ01700031', 'キャンドルナイト', 165, { illustrators: [people.fujisawa] }),
  hammock: work('RJ01700032', 'ゆらゆらハンモック', 175),
  menu: work('RJ01700033', '今日の献立', 185, { kana: 'きょうのこんだて' }),
  tailor: work('RJ01700034', '器用な仕立屋', 195, { kana: 'きようなしたてや' }),
  cliff: work('RJ01700035', '崖の上の灯', 205, { kana: 'か\u3099けのうえのひ' }),
  chipped: work('RJ01700036', '欠けた茶碗', 215, { kana: 'かけたちゃわん', genres: [genres.ears] }),
  himariPlants: work('RJ01700037', 'ヒマリの植物図鑑', 30, { kana: 'ヒマリのしょくぶつずかん' }),
  whaleLetter: work('RJ01700038', 'くじら座の便り', 4_000, {
    kana: 'くじらざのたより',
    artists: [people.himari],
    maker: makers.moonlight,
  }),
  cherryRow: work('RJ01700039', '桜並木', 225, { kana: 'さくらなみき' }),
  harbourNight: work('RJ01700040', '港の夜', null, { kana: 'みなとのよる' }),
  harbourMorning: work('RJ01700041', '港の朝', 70, { kana: 'みなとのあさ' }),
  harbourNoon: work('RJ01700042', '港の昼', 70, { kana: 'みなとのひる' }),
}

/** The same characters in Japanese, simplified and traditional forms. */
const variants = {
  loveLetter: work('RJ01700051', '恋の便箋', 235, { kana: 'こいのびんせん' }),
  loveShop: work('RJ01700052', '恋爱便利店', 245, { languages: ['CHI_HANS'] }),
  loversSong: work('RJ01700053', '戀人的歌聲', 255, { languages: ['CHI_HANT'] }),
  songWood: work('RJ01700054', '歌声の森', 265, { kana: 'うたごえのもり' }),
  soundKeeper: work('RJ01700055', '声音收藏家', 25, { languages: ['CHI_HANS'] }),
  musicRoom: work('RJ01700056', '音楽室の午後', 275, { kana: 'おんがくしつのごご' }),
  musicBox: work('RJ01700057', '音樂盒', 285, { languages: ['CHI_HANT'] }),
  happyWhale: work('RJ01700058', '快乐的鲸鱼', 295, { languages: ['CHI_HANS'] }),
  departure: work('RJ01700059', '発車ベル', 305, { kana: 'はっしゃベル' }),
  glowingRiver: work('RJ01700060', '發光的河', 315, { languages: ['CHI_HANT'] }),
  beforeLeaving: work('RJ01700061', '出发之前', 3_250, { languages: ['CHI_HANS'] }),
  border: work('RJ01700062', '国境の駅', 335, { kana: 'こっきょうのえき' }),
  taleKingdom: work('RJ01700063', '童話王國', 345, { languages: ['CHI_HANT'] }),
  kingsDinner: work('RJ01700064', '国王的晚餐', 15, { languages: ['CHI_HANS'] }),
  readingLamp: work('RJ01700065', '読書灯', 365, { kana: 'どくしょとう' }),
  readersClub: work('RJ01700066', '深夜讀書會', 375, { languages: ['CHI_HANT'] }),
  letterReader: work('RJ01700067', '读信的人', 385, { languages: ['CHI_HANS'] }),
  whitePost: work('RJ01700068', '白貓郵局', 500, { languages: ['CHI_HANT'] }),
  midnightBooks: work('RJ01700069', '午夜圖書館', 395, { languages: ['CHI_HANT'], genres: [genres.aloud] }),
}

const english = {
  rain: work('RJ01700071', 'Rain', 20),
  rainWalk: work('RJ01700072', 'Rain Walk', 40),
  rainWalkHome: work('RJ01700073', 'Rain Walk Home', 800),
  walkInRain: work('RJ01700074', 'A Walk in the Rain', 1_500, { artists: [people.jose] }),
  nightQuiet: work('RJ01700075', 'Night Quiet', 60, { maker: makers.rainHouse }),
  trainSong: work('RJ01700076', 'Night Train Song', 100),
  tidepool: work('RJ01700077', 'Tidepool ~Evening~', 405, { series: series.greenhouse }),
  paperLantern: work('RJ01700078', 'Paper Lantern', 5, { names: { 'ja-JP': '紙の提灯' } }),
  quartz: work('RJ01700079', 'Quartz Lullaby', 415, { maker: makers.lanternStreet }),
  jazz: work('RJ01700080', 'Jazz Cellar', 425, { maker: makers.lanternStreet }),
  star: work('RJ01700081', 'Café Étoile', 435),
  lofi: work('RJ01700082', 'Lo-Fi Study Room', 445),
  eightDigits: work('RJ01234567', 'Copper Kettle', 455),
  sixDigits: work('RJ245178', 'Wool Socks', 465),
  book: work('BJ312045', 'Pressed Flowers', 475),
  own: work('KD00000042', 'Kitchen Tape', null),
}

export const relevanceWorks = { ...japanese, ...variants, ...english }
export type WorkName = keyof typeof relevanceWorks

/** A work above the age limit that would otherwise come first everywhere. */
export const hiddenWork = work('RJ01709999', '猫', 99_999, {
  ageCategory: 'r18',
  kana: 'ねこ',
  maker: makers.unseen,
})
