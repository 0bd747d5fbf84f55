import { stemOf } from '../text/derive-lexemes.ts'

/** Words that stand in most code, whatever it does. */
const LIST = `add allow api app arg argument array async attribute await base body bool boolean break build byte call case catch change
  character check class client close code config configure connect connection const contain content context continue count create data
  database date declare default define delete disable element else empty end entry equal error event exist expect export extend fail false
  field file filter find first flag format function generate get global handle handler header http id ignore import include index info input
  instance int interface invalid item job join json key kind last length level line link list load log map match max member message method min
  mode model module name new next node note null number object open option order output page param parameter parse part pass path payload
  point prefix process project promise prop property protocol provide public push query read record ref remove replace report request require
  reset resolve respond response result return root rule run save scope search select send server service session set show size slice sort
  source specify split start state status step stop store string style sub support switch symbol table tag target task test text throw time
  title token tool tree true try type undefined unknown update url use user valid value var version view void wait web word work write`

const COMMON: ReadonlySet<string> = new Set(LIST.split(/\s+/).map(stemOf))

export const isCommonInCode = (stem: string): boolean => COMMON.has(stem)
