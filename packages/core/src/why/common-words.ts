import { stemOf } from '../text/derive-lexemes.ts'

/** Words that stand in most code, whatever it does. */
const LIST = `api app arg array async await base body bool boolean build byte call case catch change check class client close code config
  connect connection const content context count create data database date default delete else end entry error event exist export fail false
  file filter find first flag format function get handle handler header http id import index info input int interface item job json key
  kind last length level line link list load log map match message method mode model module name new next node null number object open
  option order output page param parse part path payload point prefix process project prop property protocol public query read record ref
  remove replace report request reset respond response result return rule run save scope search select send server service session set
  show size sort source start state status step stop store string style sub table tag target task test text time title token tool tree true
  type undefined update url use user value var version view void wait web word work write`

const COMMON: ReadonlySet<string> = new Set(LIST.split(/\s+/).map(stemOf))

export const isCommonInCode = (stem: string): boolean => COMMON.has(stem)
