import { lazyWords } from '../lib/lazy-words.ts'

export const useAuditWords = lazyWords({
  'zh-CN': () => import('../locales/audit/zh-CN.json'),
  'en-US': () => import('../locales/audit/en-US.json'),
  'ja-JP': () => import('../locales/audit/ja-JP.json'),
})
