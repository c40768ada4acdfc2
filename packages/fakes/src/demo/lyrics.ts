/** Writes invented subtitles with one line every few seconds. */
import { seeded } from './random.ts'
import type { Tongue } from './title.ts'

/** `seconds` is the length of the audio. */
export function writeLyrics(
  format: 'lrc' | 'vtt',
  requested: { tongue: Tongue; seed: string; seconds: number },
): string {
  const count = Math.max(2, Math.floor(requested.seconds / secondsPerLine))
  const chosen = seeded(`lyrics ${requested.seed}`).some(lines[requested.tongue], count)
  const timed = chosen.map((text, index) => ({ text, start: index * secondsPerLine + 0.5 }))
  if (format === 'lrc') return `${timed.map(({ text, start }) => `[${clock(start, 2)}]${text}`).join('\n')}\n`
  const cues = timed.map(
    ({ text, start }) => `00:${clock(start, 3)} --> 00:${clock(start + secondsPerLine - 0.2, 3)}\n${text}\n`,
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}

const secondsPerLine = 3

/** Formats `mm:ss.ff` with this many decimals. */
function clock(seconds: number, decimals: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = (seconds - minutes * 60).toFixed(decimals)
  return `${String(minutes).padStart(2, '0')}:${rest.padStart(decimals + 3, '0')}`
}

const lines = {
  ja: [
    'いらっしゃい。雨の中、よく来てくれましたね。',
    'お茶を淹れました。熱いので、ゆっくりどうぞ。',
    '窓の外では、まだ雨が降っています。',
    '今夜は、少し古い物語を読みましょう。',
    '遠くで、汽笛が鳴りました。',
    '灯りを、ひとつだけ残しておきますね。',
    '急ぐことは、何もありません。',
    '波の音を数えてみましょう。',
    'また明日、この場所で。おやすみなさい。',
  ],
  zh: [
    '欢迎，下着雨还特地过来，辛苦了。',
    '茶泡好了，有点烫，慢慢喝。',
    '窗外的雨，还没有停。',
    '今晚，我们读一个旧一点的故事吧。',
    '远处，汽笛响了一声。',
    '给你留一盏灯。',
    '不用着急，什么都不用着急。',
    '来，数一数海浪的声音。',
    '明天还在这里见。晚安。',
  ],
  en: [
    'Come in, come in. You walked through all that rain.',
    'The tea is hot, so take your time.',
    'It is still raining past the window.',
    'Tonight, something a little old. Shall we read?',
    'Far away, a whistle sounds.',
    'I will leave one lamp burning for you.',
    'There is nothing at all to hurry for.',
    'Listen, and count the waves with me.',
    'I will be here tomorrow. Good night.',
  ],
} as const satisfies Record<Tongue, readonly string[]>
