/** The sixty invented works in the order of their IDs. */
import { seriesTitles } from './series-titles.ts'
import { en, ja, type Title, zh } from './title.ts'

/** Works without a series. */
const singleTitles: readonly Title[] = [
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
  ja('snow', ['毛糸玉と暖炉', '毛线团与壁炉', 'Yarn and Fireside'], ['winter', 'daily', 'sleep', 'binaural']),
]

export const titles: readonly Title[] = [...seriesTitles, ...singleTitles]
