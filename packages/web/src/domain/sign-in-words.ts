/** Messages about login with a provider, for users and for administrators. */
import { lazyWords } from '../lib/lazy-words.ts'

export const useSignInWords = lazyWords({
  'zh-CN': () => import('../locales/sign-in/zh-CN.json'),
  'en-US': () => import('../locales/sign-in/en-US.json'),
  'ja-JP': () => import('../locales/sign-in/ja-JP.json'),
})
