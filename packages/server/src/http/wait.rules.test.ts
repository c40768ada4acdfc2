import { expect, test } from 'vitest'
import { formatWait } from './wait.rules.ts'

test.each([
  [1, '1 second', '1 秒', '1秒'],
  [59, '59 seconds', '59 秒', '59秒'],
  [60, '1 minute', '1 分钟', '1分'],
  [61, '2 minutes', '2 分钟', '2分'],
  [847, '15 minutes', '15 分钟', '15分'],
  [3_600, '1 hour', '1 小时', '1時間'],
  [86_400, '24 hours', '24 小时', '24時間'],
])('%d seconds are said in three languages', (seconds, english, chinese, japanese) => {
  expect(formatWait(seconds, 'en-US')).toBe(english)
  expect(formatWait(seconds, 'zh-CN')).toBe(chinese)
  expect(formatWait(seconds, 'ja-JP')).toBe(japanese)
})
