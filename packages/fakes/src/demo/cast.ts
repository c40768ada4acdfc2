/** Invented makers, voice actors, illustrators, series and genres of the demo library. */

export interface Named {
  readonly id: string
  readonly name: string
  readonly kana?: string
}

export interface NamedGenre extends Named {
  readonly names: { readonly 'zh-CN': string; readonly 'en-US': string; readonly 'ja-JP': string }
}

export const makers = [
  { id: 'RG90001', name: '灯台文庫', kana: 'とうだいぶんこ' },
  { id: 'RG90002', name: 'Quiet Room' },
  { id: 'RG90003', name: '月灯り工房', kana: 'つきあかりこうぼう' },
  { id: 'RG90004', name: '半夏书屋' },
  { id: 'RG90005', name: 'Paper Lantern' },
  { id: 'RG90006', name: 'ねむりの森', kana: 'ねむりのもり' },
  { id: 'RG90007', name: '雨后电台' },
  { id: 'RG90008', name: 'Blue Hour' },
] as const satisfies readonly Named[]

export const artists = [
  { id: 'demo-v01', name: '白瀬しおん', kana: 'しらせしおん' },
  { id: 'demo-v02', name: '藤森こはく', kana: 'ふじもりこはく' },
  { id: 'demo-v03', name: '汐見ゆら', kana: 'しおみゆら' },
  { id: 'demo-v04', name: '雪村とばり', kana: 'ゆきむらとばり' },
  { id: 'demo-v05', name: '葉月りんね', kana: 'はづきりんね' },
  { id: 'demo-v06', name: '星川ほたる', kana: 'ほしかわほたる' },
  { id: 'demo-v07', name: '沈星河' },
  { id: 'demo-v08', name: '林晚秋' },
  { id: 'demo-v09', name: '苏听雨' },
  { id: 'demo-v10', name: 'Clara Whitlow' },
  { id: 'demo-v11', name: 'Owen Marsh' },
  { id: 'demo-v12', name: 'Edith Larkspur' },
] as const satisfies readonly Named[]

export const illustrators = [
  { id: 'demo-i01', name: '凪野あお', kana: 'なぎのあお' },
  { id: 'demo-i02', name: '小径', kana: 'こみち' },
  { id: 'demo-i03', name: '云间' },
  { id: 'demo-i04', name: 'Marlow Finch' },
  { id: 'demo-i05', name: '灰色うさぎ', kana: 'はいいろうさぎ' },
] as const satisfies readonly Named[]

export const series = {
  library: { id: 'SRI90001', name: '雨の図書館' },
  train: { id: 'SRI90002', name: '夜行列車の窓辺' },
  lighthouse: { id: 'SRI90003', name: '灯台守の手紙' },
  tea: { id: 'SRI90004', name: '月灯りの茶室' },
  radio: { id: 'SRI90005', name: '雨后电台' },
  almanac: { id: 'SRI90006', name: 'A Quiet Almanac' },
} as const satisfies Readonly<Record<string, Named>>

const genre = (id: string, ja: string, zh: string, en: string): NamedGenre => ({
  id,
  name: ja,
  names: { 'zh-CN': zh, 'en-US': en, 'ja-JP': ja },
})

export const genres = {
  healing: genre('demo-g01', '癒し', '治愈', 'Healing'),
  reading: genre('demo-g02', '朗読', '朗读', 'Reading aloud'),
  ambience: genre('demo-g03', '環境音', '环境音', 'Ambience'),
  binaural: genre('demo-g04', 'バイノーラル', '双耳录音', 'Binaural'),
  sleep: genre('demo-g05', '安眠', '助眠', 'Sleep'),
  rain: genre('demo-g06', '雨', '雨', 'Rain'),
  sea: genre('demo-g07', '海', '海', 'Sea'),
  train: genre('demo-g08', '列車', '列车', 'Trains'),
  books: genre('demo-g09', '本と図書館', '书与图书馆', 'Books and libraries'),
  tea: genre('demo-g10', 'お茶', '茶', 'Tea'),
  stars: genre('demo-g11', '星空', '星空', 'Stars'),
  mystery: genre('demo-g12', 'ミステリー', '悬疑', 'Mystery'),
  fantasy: genre('demo-g13', 'ファンタジー', '奇幻', 'Fantasy'),
  daily: genre('demo-g14', '日常', '日常', 'Everyday life'),
  travel: genre('demo-g15', '旅', '旅行', 'Travel'),
  winter: genre('demo-g16', '冬', '冬', 'Winter'),
  folklore: genre('demo-g17', '昔話', '民间故事', 'Folk tales'),
  music: genre('demo-g18', '音楽', '音乐', 'Music'),
} as const

export type GenreName = keyof typeof genres
export type SeriesName = keyof typeof series
