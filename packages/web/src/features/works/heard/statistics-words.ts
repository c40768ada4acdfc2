import { lazyWords } from '../../../lib/lazy-words.ts'

export const useStatisticsWords = lazyWords({
  'zh-CN': () => import('../../../locales/statistics/zh-CN.json'),
  'en-US': () => import('../../../locales/statistics/en-US.json'),
  'ja-JP': () => import('../../../locales/statistics/ja-JP.json'),
})
