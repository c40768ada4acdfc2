/** Genres of the fake with the marketplace's stable numbers, and one number that no client knows. */

export interface MarketGenre {
  /** The marketplace uses numbers; other catalogs may use words. */
  readonly id: number | string
  readonly ja: string
  readonly en: string
  readonly zh: string
  readonly zhTw: string
  readonly ko: string
}

const genre = (id: number, ...[ja, en, zh, zhTw, ko]: readonly [string, string, string, string, string]) => ({
  id,
  ja,
  en,
  zh,
  zhTw,
  ko,
})

/** Most frequent first: they are drawn with a skew. */
export const marketGenres: readonly [MarketGenre, ...MarketGenre[]] = [
  genre(497, 'ASMR', 'ASMR', 'ASMR', 'ASMR', 'ASMR'),
  genre(496, 'バイノーラル/ダミヘ', 'Binaural', '双声道立体声/人头麦', '雙聲道/人頭麥', '바이노럴'),
  genre(56, '癒し', 'Healing', '治愈', '療癒', '힐링'),
  genre(442, '耳かき', 'Ear Cleaning', '掏耳', '掏耳朵', '귀 청소'),
  genre(503, 'ささやき', 'Whispering', '低语', '低語', '속삭임'),
  genre(8, '日常/生活', 'Daily Living', '日常/生活', '日常/生活', '일상'),
  genre(53, '健全', 'Wholesome', '健全', '健全', '건전'),
  genre(1, '学校/学園', 'School', '学校/学园', '學校/校園', '학교'),
  genre(13, 'ほのぼの', 'Heartwarming', '温馨', '溫馨', '훈훈함'),
  genre(639, '睡眠導入', 'Sleep Induction', '助眠', '助眠', '수면 유도'),
  genre(455, 'ラブコメ', 'Romcom', '爱情喜剧', '愛情喜劇', '러브 코미디'),
  genre(296, 'シリーズもの', 'Serial', '系列作品', '系列作品', '시리즈물'),
  genre(659, 'マッサージ', 'Massage', '按摩', '按摩', '마사지'),
  genre(175, 'ネコミミ', 'Cat Ears', '猫耳', '貓耳', '고양이귀'),
  genre(285, '先輩/後輩', 'Senior / Junior', '前辈/后辈', '前輩/後輩', '선배/후배'),
  genre(17, '歴史/時代物', 'Historical', '历史/时代物', '歷史/古裝題材', '역사/시대물'),
  genre(16, 'ファンタジー', 'Fantasy', '奇幻', '奇幻', '판타지'),
  genre(29, '魔法', 'Magic', '魔法', '魔法', '마법'),
  genre(55, '感動', 'Touching', '感动', '感動', '감동'),
  genre(7, 'コメディ', 'Comedy', '喜剧', '喜劇', '코미디'),
  genre(10, 'SF', 'SF', '科幻', '科幻', 'SF'),
  genre(15, 'シリアス', 'Serious', '严肃', '嚴肅', '진지함'),
  genre(22, 'サスペンス', 'Suspense', '悬疑', '懸疑', '서스펜스'),
  genre(298, 'ミステリー', 'Mystery', '推理', '推理', '미스터리'),
  genre(222, '幼なじみ', 'Childhood Friend', '青梅竹马', '青梅竹馬', '소꿉친구'),
  genre(235, 'エルフ/妖精', 'Elf / Fairy', '精灵/妖精', '精靈/妖精', '엘프/요정'),
  genre(241, '魔法使い/魔女', 'Wizard / Witch', '魔法师/魔女', '魔法師/魔女', '마법사/마녀'),
  genre(243, '妖怪', 'Youkai', '妖怪', '妖怪', '요괴'),
  genre(254, 'ロボット/アンドロイド', 'Robot / Android', '机器人', '機器人', '로봇'),
  genre(513, 'VTuber', 'VTuber', 'VTuber', 'VTuber', '버튜버'),
  genre(519, '異世界転生', 'Reborn in Another World', '异世界转生', '異世界轉生', '이세계 전생'),
  genre(400, '学生', 'Student', '学生', '學生', '학생'),
  genre(494, 'ロマンス', 'Romance', '浪漫', '浪漫', '로맨스'),
  genre(5, 'ギャグ', 'Gag', '搞笑', '搞笑', '개그'),
  genre(99_017, '星空観測', 'Stargazing', '观星', '觀星', '별 관측'),
]

export type MarketLocale = 'ja_JP' | 'en_US' | 'zh_CN' | 'zh_TW' | 'ko_KR'

export function genreName(genre: MarketGenre, locale: MarketLocale): string {
  return genre[({ ja_JP: 'ja', en_US: 'en', zh_CN: 'zh', zh_TW: 'zhTw', ko_KR: 'ko' } as const)[locale]]
}

/** Returns the code as the marketplace writes it in links and lists. */
export const genreCode = ({ id }: MarketGenre): string => String(id).padStart(3, '0')
