import { expect, test } from 'vitest'
import { cronSentence } from './cron-sentence.rules.ts'

test.each([
  ['0 4 * * *', 'At 04:00, every day', '每天 04:00', '毎日 04:00'],
  ['0 4 * * 0', 'At 04:00, on Sunday', '每逢星期日 04:00', '毎週日曜日 04:00'],
  ['0 * * * *', 'At minute 0 of every hour', '每小时，第 0 分', '毎時 0 分'],
  ['*/5 * * * *', 'Every 5 minutes', '每 5 分钟', '5 分ごと'],
  ['* * * * *', 'Every minute', '每分钟', '毎分'],
  ['30 */2 * * *', 'At minute 30 of every 2 hours', '每 2 小时，第 30 分', '2 時間ごと、30 分'],
  [
    '*/30 22 * * 6,7',
    'Every 30 minutes between 22:00 and 22:59, on Saturday and Sunday',
    '每逢星期六和星期日 22:00 至 22:59，每 30 分钟',
    '毎週土曜日、日曜日 22:00～22:59、30 分ごと',
  ],
  [
    '*/15 9-17 * * MON-FRI',
    'Every 15 minutes between 09:00 and 17:59, on Monday through Friday',
    '每逢星期一至星期五 09:00 至 17:59，每 15 分钟',
    '毎週月曜日から金曜日 09:00～17:59、15 分ごと',
  ],
  [
    '0 0 13 * 5',
    'At 00:00, on the 13th of each month or on Friday',
    '每月 13 日或每逢星期五 00:00',
    '毎月 13 日または毎週金曜日 00:00',
  ],
  [
    '5 3 1 jan,jul *',
    'At 03:05, on the 1st in January and July',
    '一月和七月的 1 日 03:05',
    '1月、7月の 1 日 03:05',
  ],
  ['0 12 * 3 *', 'At 12:00, every day in March', '三月的每天 12:00', '3月の毎日 12:00'],
])('%j says what it means in three languages', (cron, english, chinese, japanese) => {
  expect(cronSentence(cron, 'en-US')).toBe(english)
  expect(cronSentence(cron, 'zh-CN')).toBe(chinese)
  expect(cronSentence(cron, 'ja-JP')).toBe(japanese)
})

test.each(['* * * *', '60 * * * *', '0 0 0 * *', '*/0 * * * *', '30-10 * * * *', '0 0 L * *', '0 0 * * 1#2'])(
  '%j says nothing',
  (cron) => {
    expect(() => cronSentence(cron, 'en-US')).toThrow(RangeError)
  },
)
