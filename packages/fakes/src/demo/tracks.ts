/** The files of a work: which tracks, in which form, with which words. */
import { seeded } from './random.ts'
import type { Tongue } from './title.ts'
import type { DemoWork } from './works.ts'

export type Form = 'mp3' | 'wav' | 'both'

export interface DemoTrack {
  /** File name without its extension. */
  readonly name: string
  readonly title: string
  /** Which of the composed sounds it plays. */
  readonly sound: number
  readonly lyrics: 'lrc' | 'vtt' | undefined
}

export interface DemoFolder {
  readonly name: string
  readonly form: Form
  readonly tracks: readonly DemoTrack[]
}

/** So many different sounds are composed; tracks share them. */
export const soundCount = 24
/** The first few are short, for files that are not compressed. */
export const shortSoundCount = 4

export function folderOf(work: DemoWork, index: number): DemoFolder {
  const random = seeded(`files ${work.id}`)
  const form: Form = index % 15 === 5 ? 'wav' : index % 15 === 10 ? 'both' : 'mp3'
  const names: TrackTitles = trackTitles[work.title.tongue]
  const count = random.whole(1, 4)
  const chosen = new Set(random.some(names.middle, count))
  const middle = names.middle.filter((title) => chosen.has(title))
  const all = [names.first, ...middle, names.last]
  const hasLyrics = index % 2 === 0
  return {
    name: folderName(work, index),
    form,
    tracks: all.map((title, position) => ({
      name: `${String(position + 1).padStart(2, '0')} ${title}`,
      title,
      sound: form === 'mp3' ? random.whole(shortSoundCount, soundCount - 1) : position % shortSoundCount,
      lyrics: hasLyrics ? (index % 4 === 0 ? 'lrc' : 'vtt') : undefined,
    })),
  }
}

/** The ways in which people name their folders. */
function folderName({ id, title, maker }: DemoWork, index: number): string {
  const name = title[title.tongue].replace(/[/\\:*?"<>|]/g, ' ')
  const ways = [`${id} ${name}`, `[${maker.name}][${id}]${name}`, `[${maker.name}] ${name} (${id})`, id]
  return ways[index % ways.length] ?? id
}

interface TrackTitles {
  readonly first: string
  readonly middle: readonly string[]
  readonly last: string
}

const trackTitles = {
  ja: {
    first: 'プロローグ',
    middle: [
      '雨音の出迎え',
      '湯気とおしゃべり',
      '窓辺の朗読',
      '古い時計のうた',
      '小さな忘れもの',
      '星の数え方',
    ],
    last: 'おやすみなさい',
  },
  zh: {
    first: '序章',
    middle: ['雨声来迎', '一杯热茶', '窗边的朗读', '旧钟的歌', '小小的失物', '数星星的办法'],
    last: '晚安',
  },
  en: {
    first: 'Prologue',
    middle: [
      'Rain at the Door',
      'Steam and Small Talk',
      'Reading by the Window',
      'The Old Clock Sings',
      'A Small Lost Thing',
      'How to Count Stars',
    ],
    last: 'Good Night',
  },
} as const satisfies Record<Tongue, TrackTitles>
