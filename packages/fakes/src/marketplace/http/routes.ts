/** Routes lead from an address to a response. */
import { numbersRecord } from '../answers/numbers.ts'
import { productRecord } from '../answers/product.ts'
import { answerCircle, answerReleases, answerSearch } from '../pages/lists.ts'
import { answerWorkPage } from '../pages/work-page.ts'
import { createPictures } from '../pictures/pictures.ts'
import { canonical } from '../world/numbering.ts'
import { type Answer, html, json, notFound } from './answer.ts'
import type { Question } from './question.ts'
import type { RouteName } from './request-log.ts'

export interface Chosen {
  readonly name: RouteName
  readonly answer: () => Answer | Promise<Answer>
}

type Route = readonly [
  RouteName,
  RegExp,
  (question: Question, match: RegExpExecArray) => Answer | Promise<Answer>,
]

export function createRoutes(): (question: Question) => Chosen {
  const routes: readonly Route[] = [
    ['product', /^\/[a-z-]+\/api\/=\/product\.json$/, answerProduct],
    ['numbers', /^\/[a-z-]+\/product\/info\/ajax$/, answerNumbers],
    ['image', /^\/(?:modpub\/images2|resize|images)\//, createPictures()],
    ['page', /^\/([a-z-]+)\/(work|announce)\/=\/product_id\/([A-Z]{2}\d+)\.html\/?$/, answerWorkPage],
    ['list', /^\/[a-z-]+\/fsr\/(?:ajax\/)?=\//, answerSearch],
    ['list', /^\/[a-z-]+\/new\/=\//, answerReleases],
    ['list', /^\/[a-z-]+\/circle\/profile\/=\//, answerCircle],
    ['robots', /^\/robots\.txt$/, answerRobots],
  ]
  return (question) => {
    for (const [name, pattern, answer] of routes) {
      const match = pattern.exec(question.path)
      if (match) return { name, answer: () => answer(question, match) }
    }
    return { name: 'other', answer: notFound }
  }
}

/** One id, in any case and padding; whatever else is an empty list. */
function answerProduct({ url, context }: Question): Answer {
  const id = canonical(url.searchParams.get('workno') ?? '')
  const work = id === undefined ? undefined : context.market.find(id)
  return json(work && work.state !== 'delisted' ? [productRecord(work, context)] : [])
}

/** Only exact ids, and only those known; PHP makes a list of nothing. */
function answerNumbers({ url, context }: Question): Answer {
  const ids = (url.searchParams.get('product_id') ?? '').split(',')
  const works = ids.flatMap((id) => context.market.find(id) ?? [])
  return json(
    works.length === 0
      ? []
      : Object.fromEntries(works.map((work) => [work.id, numbersRecord(work, context)])),
  )
}

function answerRobots(): Answer {
  const lines = [
    'User-agent: *',
    'Crawl-delay: 10',
    'Disallow: */mypage',
    'Disallow: */cart',
    'Disallow: /*/search/result',
    'Disallow: /*/author/list/',
    'Disallow: /*/fsr/=/*/per_page/*/page/',
    'Allow: /*/fsr/=/*/per_page/*/page/1$',
    'Disallow: /*/adultcheck/',
  ]
  return { ...html(`${lines.join('\n')}\n`), headers: { 'content-type': 'text/plain; charset=UTF-8' } }
}
