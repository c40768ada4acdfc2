/** The sixty invented works: titles in three languages, what they are about, and what their cover shows. */
import type { GenreName, SeriesName } from './cast.ts'
import type { Scene } from './scenery.ts'

export type Tongue = 'ja' | 'zh' | 'en'

export interface Title {
  readonly ja: string
  readonly zh: string
  readonly en: string
  /** In which the work was made. */
  readonly tongue: Tongue
  readonly scene: Scene
  readonly genres: readonly GenreName[]
  readonly series?: SeriesName
  /** Number, from 1, of the work that this one tells in another language. */
  readonly editionOf?: number
}

type More = Pick<Title, 'series' | 'editionOf'>

const one =
  (tongue: Tongue) =>
  (
    scene: Scene,
    names: readonly [string, string, string],
    about: readonly GenreName[],
    more: More = {},
  ): Title => ({
    ja: names[0],
    zh: names[1],
    en: names[2],
    tongue,
    scene,
    genres: about,
    ...more,
  })

const ja = one('ja')
const zh = one('zh')
const en = one('en')

export const titles: readonly Title[] = [
  ja(
    'rain',
    ['雨の図書館', '雨中图书馆', 'The Library in the Rain'],
    ['rain', 'books', 'reading', 'healing'],
    { series: 'library' },
  ),
  ja(
    'rain',
    [
      '雨の図書館 第二夜〜返されなかった本〜',
      '雨中图书馆 第二夜',
      'The Library in the Rain: The Unreturned Book',
    ],
    ['rain', 'books', 'mystery'],
    { series: 'library' },
  ),
  ja(
    'window',
    ['雨の図書館 第三夜〜閉館後の灯り〜', '雨中图书馆 第三夜', 'The Library in the Rain: After Closing'],
    ['rain', 'books', 'sleep', 'binaural'],
    { series: 'library' },
  ),
  zh(
    'rain',
    ['雨の図書館（中国語版）', '雨中图书馆（中文版）', 'The Library in the Rain (Chinese)'],
    ['rain', 'books', 'reading', 'healing'],
    { series: 'library', editionOf: 1 },
  ),
  ja(
    'train',
    ['夜行列車の窓辺', '夜行列车的窗边', 'By the Window of the Night Train'],
    ['train', 'travel', 'sleep'],
    { series: 'train' },
  ),
  ja(
    'train',
    ['夜行列車の窓辺〜北へ向かう切符〜', '夜行列车的窗边 北上车票', 'Night Train: A Ticket North'],
    ['train', 'travel', 'winter'],
    { series: 'train' },
  ),
  ja(
    'snow',
    ['夜行列車の窓辺〜雪の停車場〜', '夜行列车的窗边 雪中小站', 'Night Train: The Snowbound Stop'],
    ['train', 'winter', 'healing'],
    { series: 'train' },
  ),
  en(
    'train',
    ['夜行列車の窓辺（英語版）', '夜行列车的窗边（英文版）', 'By the Window of the Night Train (English)'],
    ['train', 'travel', 'sleep'],
    { series: 'train', editionOf: 5 },
  ),
  ja(
    'lighthouse',
    ['灯台守の手紙', '守灯人的信', 'Letters from the Lighthouse Keeper'],
    ['sea', 'reading', 'healing'],
    { series: 'lighthouse' },
  ),
  ja(
    'lighthouse',
    ['灯台守の手紙〜凪の返事〜', '守灯人的信 风平浪静', 'Letters from the Lighthouse: The Calm Reply'],
    ['sea', 'reading', 'daily'],
    { series: 'lighthouse' },
  ),
  ja(
    'sea',
    ['灯台守の手紙〜渡り鳥の便り〜', '守灯人的信 候鸟来信', 'Letters from the Lighthouse: Birds of Passage'],
    ['sea', 'travel', 'binaural'],
    { series: 'lighthouse' },
  ),
  ja('hills', ['月灯りの茶室', '月下茶室', 'The Moonlit Tea Room'], ['tea', 'healing', 'binaural'], {
    series: 'tea',
  }),
  ja(
    'lanterns',
    ['月灯りの茶室〜初釜の夜〜', '月下茶室 初釜之夜', 'The Moonlit Tea Room: First Kettle'],
    ['tea', 'winter', 'daily'],
    { series: 'tea' },
  ),
  ja(
    'trees',
    ['月灯りの茶室〜紅葉を待つ客〜', '月下茶室 待枫之客', 'The Moonlit Tea Room: Waiting for Maples'],
    ['tea', 'daily', 'healing'],
    { series: 'tea' },
  ),
  zh(
    'rain',
    ['雨あがりのラジオ局', '雨后电台：第一个夜晚', 'After-Rain Radio: The First Night'],
    ['rain', 'sleep', 'daily'],
    { series: 'radio' },
  ),
  zh(
    'window',
    ['雨あがりのラジオ局 二', '雨后电台：窗台上的猫', 'After-Rain Radio: The Cat on the Sill'],
    ['rain', 'daily', 'healing'],
    { series: 'radio' },
  ),
  zh(
    'lanterns',
    ['雨あがりのラジオ局 三', '雨后电台：元宵节特辑', 'After-Rain Radio: Lantern Special'],
    ['daily', 'folklore', 'music'],
    { series: 'radio' },
  ),
  en(
    'hills',
    ['静かな暦 春', '静谧年历：春', 'A Quiet Almanac: Spring'],
    ['ambience', 'reading', 'healing'],
    { series: 'almanac' },
  ),
  en('sea', ['静かな暦 夏', '静谧年历：夏', 'A Quiet Almanac: Summer'], ['ambience', 'sea', 'reading'], {
    series: 'almanac',
  }),
  en('trees', ['静かな暦 秋', '静谧年历：秋', 'A Quiet Almanac: Autumn'], ['ambience', 'reading', 'daily'], {
    series: 'almanac',
  }),
  en('snow', ['静かな暦 冬', '静谧年历：冬', 'A Quiet Almanac: Winter'], ['ambience', 'winter', 'reading'], {
    series: 'almanac',
  }),
  ja('stars', ['星屑の朗読会', '星屑朗读会', 'The Stardust Reading'], ['stars', 'reading', 'sleep']),
  ja(
    'stars',
    ['眠れない夜の処方箋', '失眠之夜的处方', 'A Prescription for Sleepless Nights'],
    ['sleep', 'binaural', 'healing'],
  ),
  ja('window', ['屋根裏の天文台', '阁楼天文台', 'The Attic Observatory'], ['stars', 'daily', 'mystery']),
  ja('sea', ['潮騒の郵便局', '海潮邮局', 'The Post Office by the Sea'], ['sea', 'daily', 'healing']),
  ja(
    'trees',
    ['森の時計屋さん', '森林钟表店', 'The Clockmaker of the Woods'],
    ['fantasy', 'healing', 'binaural'],
  ),
  ja('lanterns', ['提灯横丁の猫たち', '灯笼巷的猫', 'The Cats of Lantern Alley'], ['daily', 'folklore']),
  ja(
    'snow',
    ['雪明かりの湯治宿', '雪光温泉旅馆', 'The Inn in the Snowlight'],
    ['winter', 'travel', 'healing'],
  ),
  ja(
    'hills',
    ['風の通り道の羊飼い', '风路上的牧羊人', 'The Shepherd of the Windway'],
    ['fantasy', 'ambience', 'sleep'],
  ),
  ja(
    'rain',
    ['紫陽花寺の雨宿り', '绣球寺避雨', 'Shelter at the Hydrangea Temple'],
    ['rain', 'ambience', 'daily'],
  ),
  zh('sea', ['島の灯', '岛上灯火', 'Lights on the Island'], ['sea', 'travel', 'healing']),
  zh('hills', ['茶山の朝霧', '茶山晨雾', 'Morning Mist on Tea Mountain'], ['tea', 'ambience', 'healing']),
  zh('stars', ['銀河バス停', '银河公交站', 'The Milky Way Bus Stop'], ['stars', 'fantasy', 'travel']),
  zh(
    'trees',
    ['銀杏通りの古本屋', '银杏街旧书店', 'The Used Bookshop on Ginkgo Street'],
    ['books', 'daily', 'mystery'],
  ),
  zh(
    'train',
    ['緑の車両の物語', '绿皮车故事集', 'Tales from the Green Carriage'],
    ['train', 'travel', 'folklore'],
  ),
  zh('snow', ['北国の雪だより', '北国雪信', 'Snow Letters from the North'], ['winter', 'reading', 'sleep']),
  zh(
    'lanterns',
    ['水郷の夜船', '水乡夜航船', 'The Night Boat of the Water Town'],
    ['travel', 'folklore', 'ambience'],
  ),
  zh(
    'window',
    ['午後四時の仕立て屋', '下午四点的裁缝铺', "The Tailor's at Four"],
    ['daily', 'healing', 'binaural'],
  ),
  zh('rain', ['傘の修理店', '修伞铺', 'The Umbrella Mender'], ['rain', 'daily', 'folklore']),
  zh(
    'hills',
    ['月を釣る人', '钓月亮的人', 'The One Who Fished for the Moon'],
    ['fantasy', 'folklore', 'sleep'],
  ),
  en('lighthouse', ['霧の岬', '雾角', 'Fog Cape'], ['sea', 'mystery', 'ambience']),
  en(
    'window',
    ['クロックタワー通りの下宿', '钟楼街寄宿屋', 'The Boarding House on Clocktower Lane'],
    ['mystery', 'daily'],
  ),
  en('trees', ['ハーブ園の夕べ', '香草园之夜', 'Evenings in the Herb Garden'], ['healing', 'daily', 'tea']),
  en('stars', ['小さな気象台', '小小气象台', 'The Small Weather Station'], ['stars', 'daily', 'sleep']),
  en('sea', ['潮だまりの博物誌', '潮池博物志', 'A Field Guide to Tidepools'], ['sea', 'ambience', 'reading']),
  en(
    'hills',
    ['丘の上の蜂飼い', '山丘养蜂人', 'The Beekeeper on the Hill'],
    ['daily', 'ambience', 'healing'],
  ),
  en('snow', ['冬の地図職人', '冬日制图师', "The Mapmaker's Winter"], ['winter', 'fantasy', 'mystery']),
  en('rain', ['温室の雨音', '温室听雨', 'Rain on the Glasshouse'], ['rain', 'sleep', 'ambience']),
  ja('sea', ['人魚の子守唄', '人鱼摇篮曲', 'Lullaby of the Mermaid'], ['sea', 'music', 'sleep', 'fantasy']),
  ja(
    'lanterns',
    ['夏祭りの帰り道', '夏日祭归途', 'The Way Home from the Summer Festival'],
    ['daily', 'ambience'],
  ),
  ja(
    'stars',
    ['プラネタリウムの閉館前', '天象馆闭馆之前', 'Before the Planetarium Closes'],
    ['stars', 'healing', 'binaural'],
  ),
  ja(
    'window',
    ['真夜中のオルゴール修理', '深夜八音盒修理', 'Mending Music Boxes at Midnight'],
    ['music', 'healing', 'binaural'],
  ),
  ja('trees', ['きつねの診療所', '狐狸诊所', "The Fox's Clinic"], ['fantasy', 'folklore', 'healing']),
  ja('hills', ['雲の上の測候所', '云端测候所', 'The Station above the Clouds'], ['fantasy', 'ambience']),
  ja(
    'train',
    ['終電のあとの駅員さん', '末班车之后的站务员', 'The Stationmaster after the Last Train'],
    ['train', 'daily', 'sleep'],
  ),
  zh('window', ['手紙の代筆屋', '代写书信的人', 'The Letter Writer'], ['reading', 'daily', 'mystery']),
  en(
    'lanterns',
    ['川辺の灯籠屋', '河畔灯匠', 'The Lantern Maker by the River'],
    ['folklore', 'healing', 'ambience'],
  ),
  en('train', ['スローライン', '慢车线', 'The Slow Line'], ['train', 'travel', 'ambience']),
  zh(
    'lighthouse',
    ['灯台守の手紙（中国語版）', '守灯人的信（中文版）', 'Letters from the Lighthouse Keeper (Chinese)'],
    ['sea', 'reading', 'healing'],
    { series: 'lighthouse', editionOf: 9 },
  ),
  ja('snow', ['毛糸玉と暖炉', '毛线团与壁炉', 'Yarn and Fireside'], ['winter', 'daily', 'sleep', 'binaural']),
]
