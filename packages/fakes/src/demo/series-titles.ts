/** Invented works that belong to a series. They come first: `editionOf` counts from here. */
import { en, ja, type Title, zh } from './title.ts'

export const seriesTitles: readonly Title[] = [
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
  zh(
    'lighthouse',
    ['灯台守の手紙（中国語版）', '守灯人的信（中文版）', 'Letters from the Lighthouse Keeper (Chinese)'],
    ['sea', 'reading', 'healing'],
    { series: 'lighthouse', editionOf: 9 },
  ),
]
