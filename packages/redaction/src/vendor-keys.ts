/**
 * Keys whose makers gave them a shape of their own, one in a line. Columns stand two blanks apart:
 *
 * - the name, which stands in `[REDACTED:name]`;
 * - prefixes, one of which every key contains: `a[bc]` is `ab` and `ac`;
 * - the shape, a regular expression of prefix, alphabet and length: `{uuid}` is one, `\x20` a blank;
 * - what else must hold, all of it; without a word of it, that no example's filling (`xxxxxxxx`) is in it:
 *   `digit`, `random`, `mixed`, `key`, `escaped`, `no-example` as in `vendor-key-rules.ts`;
 *   `near:word`: the word stands in front; `wordless-or-near:word`: or it is made of no words;
 *   `at:4`: its prefix stands four characters behind its beginning; `bot` and `address` are forms of their own.
 */
export const VENDOR_KEYS = String.raw`
# Clouds
aws-key-id  AKIA,ASIA,ABIA,ACCA  A(?:KI|SI|BI|CC)A[A-Z0-9]{16}  no-example
google  AIza  AIza[A-Za-z0-9_-]{35}
google  GOCSPX-  GOCSPX-[A-Za-z0-9_-]{28}
google  ya29.  ya29\.[A-Za-z0-9_-]{20,500}
google  1//0  1//0[A-Za-z0-9_-]{40,200}
azure  Q~  [A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}  at:4
alibaba  LTAI  LTAI[A-Za-z0-9]{12,24}
digitalocean  doo_v1_,dop_v1_,dor_v1_,dot_v1_  do[oprt]_v1_[0-9a-f]{64}
heroku  HRKU-  HRKU-[A-Za-z0-9_-]{36,70}
fly  fo1_,fm1,fm2_  f(?:o1_|m1[ar]_|m2_)[A-Za-z0-9+/=_-]{40,1000}
netlify  nfp_,nfc_,nfo_,nfb_,nfu_  nf[pcobu]_[A-Za-z0-9]{36}
terraform  .atlasv1.  [A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,100}  at:14
pulumi  pul-  pul-[0-9a-f]{40}
vault  hvs.,hvb.,hvr.  hv[sbr]\.[A-Za-z0-9_-]{24,300}
doppler  dp.  dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9.]{40,80}
tailscale  tskey-  tskey-[a-z]{3,12}-[A-Za-z0-9-]{20,80}
cloudflare  cfk_,cfut_,cfat_  cf(?:k|ut|at)_[A-Za-z0-9_-]{40,60}
cloudflare  v1.0-  v1\.0-[0-9a-f]{24}-[0-9a-f]{146}
neon  napi_  napi_[A-Za-z0-9]{30,100}  random
vercel  vcp_  vcp_[A-Za-z0-9]{20,100}  random
infracost  ico-  ico-[A-Za-z0-9]{32}  mixed
databricks  dapi  dapi[0-9a-f]{32}(?:-\d)?
# Code, packages and what builds and watches them
github  ghp_,gho_,ghu_,ghs_,ghr_  gh[pousr]_[A-Za-z0-9]{36,255}
github  github_pat_  github_pat_[A-Za-z0-9_]{22,255}
gitlab  glpat-,glrt-,gldt-,glptt-,glcbt-,glsoat-,glimt-,glagent-,glft-,glffct-,glwt-,gloas-  gl(?:pat|rt|dt|ptt|cbt|soat|imt|agent|ft|ffct|wt|oas)-[A-Za-z0-9_.-]{20,300}
atlassian  ATATT3,ATBB,ATCTT3  AT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{24,300}
npm  npm_  npm_[A-Za-z0-9]{36}
pypi  pypi-  pypi-AgE[A-Za-z0-9_-]{50,500}
rubygems  rubygems_  rubygems_[0-9a-f]{48}
crates-io  cio  cio[A-Za-z0-9]{32}  random
nuget  oy2  oy2[a-z0-9]{43}
clojars  CLOJARS_  CLOJARS_[0-9a-f]{60}
artifactory  cmVmdGtu  cmVmdGtu[A-Za-z0-9+/]{50,80}
snyk  snyk_  snyk_[us]at\.[A-Za-z0-9]{8}\.[\w-]{1,400}\.[\w-]{8,400}
artifactory  AKCp  AKCp[A-Za-z0-9]{60,80}
docker-hub  dckr_  dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,64}
buildkite  bkua_,bkct_,bkat_  bk(?:ua|ct|at)_[0-9A-Za-z]{40,64}
circleci  CCIPAT_,CCIPRJ_  CCIP(?:AT|RJ)_[A-Za-z0-9_]{20,100}
sonarqube  sqp_,squ_,sqa_  sq[pua]_[0-9a-f]{40}
postman  PMAK-  PMAK-[0-9a-f]{24}-[0-9a-f]{34}
postman  PMAT-  PMAT-[0-9A-Z]{26}
planetscale  pscale_  pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}
supabase  sbp_  sbp_[0-9a-f]{40}
supabase  sb_secret_  sb_secret_[A-Za-z0-9_-]{20,60}
grafana  glsa_,glc_  (?:glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9+/=]{32,400})
new-relic  NRAK-  NRAK-[A-Z0-9]{27}
sentry  sntry  sntry[su]_[A-Za-z0-9+/=_-]{40,400}
dynatrace  dt0  dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}
posthog  phx_  phx_[A-Za-z0-9]{30,80}
render  rnd_  rnd_[A-Za-z0-9]{28,60}
prefect  pnu_  pnu_[A-Za-z0-9]{36}
teamlore  tlk_  tlk_[A-Za-z0-9_-]{20,100}
# Models
anthropic  sk-ant-  sk-ant-[A-Za-z0-9_-]{20,200}
openrouter  sk-or-  sk-or-(?:v1-)?[A-Za-z0-9]{32,100}
langfuse  sk-lf-  sk-lf-{uuid}
openai  sk-  sk-(?:proj|svcacct|admin|service)-[A-Za-z0-9_-]{20,250}
openai  sk-  sk-[A-Za-z0-9]{32,100}  random
langsmith  lsv2_  lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}
hugging-face  hf_  hf_[A-Za-z0-9]{30,60}
hugging-face  api_org_  api_org_[A-Za-z0-9]{30,60}
fireworks  fw_  fw_[A-Za-z0-9]{20,64}  random
groq  gsk_  gsk_[A-Za-z0-9]{40,60}
xai  xai-  xai-[A-Za-z0-9]{60,100}
perplexity  pplx-  pplx-[A-Za-z0-9]{40,60}
replicate  r8_  r8_[A-Za-z0-9]{37,40}  digit
nvidia  nvapi-  nvapi-[A-Za-z0-9_-]{60,70}
cerebras  csk-  csk-[a-z0-9]{40,60}  random
together  tgp_v1_  tgp_v1_[A-Za-z0-9_-]{40,60}
tavily  tvly-  tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,40}
firecrawl  fc-  fc-[0-9a-f]{32}
e2b  e2b_  e2b_[0-9a-f]{40}
voyage  pa-  (?<![A-Za-z0-9_=][-/.+~])pa-[A-Za-z0-9_-]{40,50}(?![_-])  mixed wordless-or-near:voyage
pinecone  pcsk_  pcsk_[A-Za-z0-9_]{60,80}
# Messages
slack  xox  xox(?:[abceoprs]|e\.xox[bp])-[A-Za-z0-9-]{10,250}  digit
slack  xoxd-  xoxd-[A-Za-z0-9%/+=_-]{10,400}
slack  xapp-  xapp-\d-[A-Za-z0-9-]{10,250}
slack-webhook  https://hooks.slack.com/  https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,120}
teams-webhook  .webhook.office.com/  \.webhook\.office\.com/webhookb2/[\w-]{36}@[\w-]{36}/IncomingWebhook/[0-9a-z]{32}/[\w-]{36}(?:/[\w-]{20,80})?  address
telegram  :A  \d{8,10}:A[A-Za-z0-9_-]{34}  bot
discord  M[Tjz][AEIMQUYcgk],N[DTjz][AEIMQUYcgk],O[DT][AEIMQUYcgk]  [MNO][A-Za-z\d]{22,27}\.[\w-]{6}\.[\w-]{27,40}
discord-webhook  https://discord  https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{16,20}/[\w-]{50,90}
discord-webhook  https://ptb.discord  https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{16,20}/[\w-]{50,90}
discord-webhook  https://canary.discord  https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{16,20}/[\w-]{50,90}
twilio  SK  SK[0-9a-f]{32}  digit
sendgrid  SG.  SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}
brevo  xkeysib-,xsmtpsib-  x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}
mailgun  key-  key-[0-9a-f]{32}
mailchimp  -us  [0-9a-f]{32}-us\d{1,2}  at:32
resend  re_  re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}
# Payments, offices and vaults
stripe  sk_live_,sk_test_,rk_live_,rk_test_  [sr]k_(?:live|test)_[A-Za-z0-9]{10,250}
stripe  whsec_  whsec_[A-Za-z0-9+/=]{24,100}
shopify  shp  shp(?:at|ca|pa|ss|ua|tka)_[0-9a-fA-F]{32}
square  sq0  sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}
square  EAAA  (?<!/|(?<!_)_)EAAA[A-Za-z0-9_-]{60}(?![+/=_-])  mixed
facebook  EAA  (?<![/_])EAA[A-Za-z0-9]{90,400}(?![+/=_-])  mixed escaped
shippo  shippo_  shippo_(?:live|test)_[0-9a-f]{40}
easypost  EZAK,EZTK  EZ[AT]K[A-Za-z0-9]{54}
lob  live_,test_  (?:live|test)_[0-9a-f]{35}
maxmind  _mmk  [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk  at:36
plaid  access-  access-(?:sandbox|development|production)-[0-9a-f-]{36}
linear  lin_  lin_(?:api|oauth|wh)_[A-Za-z0-9]{40,64}
notion  ntn_  ntn_[A-Za-z0-9]{40,60}
notion  secret_  secret_[A-Za-z0-9]{43}
airtable  pat  pat[A-Za-z0-9]{14}\.[0-9a-f]{64}
hubspot  pat-  pat-(?:na|eu|ap)\d-{uuid}
typeform  tfp_  tfp_[A-Za-z0-9_.=-]{40,60}
contentful  CFPAT-  CFPAT-[A-Za-z0-9_-]{43}
readme  rdme_  rdme_[a-z0-9]{70}
figma  figd_  figd_[A-Za-z0-9_-]{40,60}
mapbox  sk.eyJ  sk\.eyJ[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,24}
age  AGE-SECRET-KEY-  AGE-SECRET-KEY-1[0-9A-Z]{58}
1password  ops_eyJ  ops_eyJ[A-Za-z0-9+/=_-]{100,2000}
1password  A3-  A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}
# Agents, platforms and offices
google  AQ.Ab  AQ\.Ab[A-Za-z0-9_-]{40,90}
aws-bedrock  ABSKQmVkcm9ja0FQSUtleS  ABSKQmVkcm9ja0FQSUtleS[A-Za-z0-9+/]{60,250}={0,2}
elevenlabs  sk_  sk_[0-9a-f]{48}  digit
helicone  sk-helicone-  sk-helicone-[a-z0-9]{7}(?:-[a-z0-9]{7}){3}
context7  ctx7sk-  ctx7sk-{uuid}
jina  jina_  jina_[0-9a-f]{32}[A-Za-z0-9_-]{28}
runpod  rpa_  rpa_[A-Za-z0-9]{40,60}  random
cursor  crsr_  crsr_[0-9a-f]{64}
cursor  key_  key_[0-9a-f]{64}  near:cursor
apify  apify_api_  apify_api_[A-Za-z0-9]{30,50}
browserbase  bb_live_  bb_live_[A-Za-z0-9_-]{24,40}
vercel  vercel_blob_rw_  vercel_blob_rw_[A-Za-z0-9]{12,20}_[A-Za-z0-9]{24,40}
vercel  vca_,vci_,vck_,vcr_  vc[aikr]_[A-Za-z0-9]{40,100}  random
gitlab  GR1348941  GR1348941[A-Za-z0-9_-]{20}
sourcegraph  sgp_  sgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}
deno  ddp_,ddo_  dd[op]_[A-Za-z0-9]{36}
convex  prod:,dev:,preview:  (?:prod|dev|preview):[a-z]{2,20}-[a-z]{2,20}-\d{1,4}\|[A-Za-z0-9+/]{40,400}={0,2}
inngest  signkey-  signkey-(?:prod|test|branch)-[0-9a-f]{32,64}
trigger  tr_prod_,tr_dev_,tr_stg_,tr_preview_  tr_(?:prod|dev|stg|preview)_[A-Za-z0-9]{20,24}  random
liveblocks  sk_prod_,sk_dev_  sk_(?:prod|dev)_[A-Za-z0-9_-]{40,80}
zuplo  zpka_  zpka_[0-9a-f]{32}_[0-9a-f]{8}
new-relic  NRAL  [0-9a-f]{36}NRAL  at:36
honeycomb  hcaik_,hcaic_,hcalk_,hcamk_,hcxik_,hcxlk_,hcxmk_  hc[ax](?:i[kc]|lk|mk)_[a-z0-9]{58}
launchdarkly  sdk-  sdk-{uuid}
tencent  AKID  AKID[A-Za-z0-9]{32}  mixed
volcengine  AKLT  AKLT[A-Za-z0-9]{40,60}={0,2}  mixed
yandex  y0_  y0_[A-Za-z0-9_-]{40,70}  mixed
dropbox  sl.  sl\.(?:u\.)?[A-Za-z0-9_-]{120,2000}  mixed
paseto  v1.local.,v1.public.,v2.local.,v2.public.,v3.local.,v3.public.,v4.local.,v4.public.  v[1-4]\.(?:local|public)\.[A-Za-z0-9_-]{60,4000}(?:\.[A-Za-z0-9_-]{1,1000})?
braintree  access_token$  access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}
flutterwave  FLWSECK  FLWSECK(?:_TEST)?-[0-9a-f]{12,40}-X
duffel  duffel_  duffel_(?:live|test)_[A-Za-z0-9_-]{43}
polar  polar_  polar_(?:oat|pat|cst)_[A-Za-z0-9]{30,60}
paddle  pdl_  pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}
stytch  secret-  secret-(?:test|live)-[A-Za-z0-9_=-]{36}
clickup  pk_  pk_\d{6,9}_[A-Z0-9]{32}
frame-io  fio-u-  fio-u-[A-Za-z0-9_=-]{64}
okta  SSWS\x20  SSWS\x20(?<secret>00[A-Za-z0-9_-]{38,42})
instagram  IGQV  IGQV[A-Za-z0-9_-]{100,400}  mixed
twitter  AAAAAAAAAAAAAAAAAAAAA  A{21,24}[A-Za-z0-9]{4,30}(?:%(?:25){0,2}[23][A-F]|=)[A-Za-z0-9%]{20,100}
# Further agents, platforms and offices, and private keys of a writing of their own
weights-and-biases  wandb_v1_  wandb_v1_[A-Za-z0-9_]{60,100}
warp  wk-1.  wk-1\.[0-9a-f]{64}
devin  cog_  cog_[a-z0-9]{52}  random
amp  sgamp_  sgamp_user_[0-9A-Z]{26}_[0-9a-f]{64}
factory  fk-  fk-[A-Za-z0-9_-]{20}-[A-Za-z0-9_-]{43}  mixed
modal  ak-,as-  a[ks]-[A-Za-z0-9]{22}  mixed near:modal
lambda  secret_  secret_[\w-]{1,60}_[0-9a-f]{32}\.[A-Za-z0-9]{32}
cartesia  sk_car_  sk_car_[A-Za-z0-9_-]{20,60}  key
windsurf  sk-ws-  sk-ws-\d{2}-[A-Za-z0-9_-]{40,120}  mixed
logfire  pylf_v  pylf_v\d_[a-z]{2}_[A-Za-z0-9]{40,60}
unkey  unkey_  unkey_[A-Za-z0-9]{20,40}  key
langsmith  ls__  ls__[0-9a-f]{32}
jsr  jsrp_,jsrd_  jsr[pd]_[A-Za-z0-9]{40,60}  random
infisical  st.  st\.(?:[0-9a-f]{24}|[0-9a-f-]{36})\.[0-9a-f]{32}\.[0-9a-f]{32}
axiom  xaat-,xapt-  xa[ap]t-{uuid}
harness  pat.,sat.  [ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}
azure-devops  AZDO  [A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}  at:76
yandex  AQVN  AQVN[A-Za-z0-9_-]{35,38}  mixed
ory  ry_pat_,ry_at_,ry_rt_,ry_ac_  ory_(?:pat|at|rt|ac)_[A-Za-z0-9_-]{30,90}  at:1 key
scalingo  tk-us-  tk-us-[A-Za-z0-9_-]{48}  mixed
openshift  sha256~  sha256~[A-Za-z0-9_-]{43}  mixed
k3s  K10  K10[0-9a-f]{64}::(?:[\w.-]{1,60}:)?[0-9a-z]{16,64}
firebase  :APA91b  [\w-]{11}:APA91b[\w-]{100,160}  at:11
cockroach  CCDB1_  CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}
aiven  AVNS_  AVNS_[A-Za-z0-9_-]{15,24}  digit
mongodb-atlas  mdb_sa_sk_  mdb_sa_sk_[A-Za-z0-9_-]{40}
confluent  cflt  cflt[A-Za-z0-9+/]{60}  mixed
xata  xau_  xau_[A-Za-z0-9]{30,60}  mixed
dbt  dbtc_,dbtu_,dbts_  dbt[cus]_[A-Za-z0-9_-]{20,80}  key
statsig  secret-  secret-[A-Za-z0-9]{40,60}  mixed
grafana  eyJrIjoi  eyJrIjoi[A-Za-z0-9+/]{60,200}={0,2}  mixed
bitbucket  BBDC-  BBDC-[A-Za-z0-9+/@_-]{40,60}  mixed
tinybird  p.eyJ  p\.eyJ[\w-]{40,400}\.[\w-]{40,60}  mixed
amazon  amzn1.oa2-cs.  amzn1\.oa2-cs\.v1\.[0-9a-f]{64}
amazon  amzn.mws.  amzn\.mws\.{uuid}
unleash  :development.  [*\w]:development\.[0-9a-f]{50,64}  at:1
wakatime  waka_  waka_{uuid}
cal  _live_  cal_live_[0-9a-f]{32}  at:3 digit
dub  dub_  dub_[A-Za-z0-9]{24}  mixed
nightfall  NF-  NF-[A-Za-z0-9]{32}  mixed
svix  sk_  (?:test)?sk_[A-Za-z0-9_-]{24,60}\.(?:eu|us|in|ca|au)  mixed
svix  testsk_  testsk_[A-Za-z0-9_-]{24,60}(?:\.[a-z]{2})?  mixed
xendit  xnd_  xnd_(?:production|development)_[A-Za-z0-9]{40,80}  random
mollie  live_,test_  (?:live|test)_[A-Za-z0-9]{30}  mixed
gocardless  live_,sandbox_  (?:live|sandbox)_[A-Za-z0-9_-]{40}  mixed key
asana  1/12,2/12  [12]/12\d{14}/\d{10,20}:[0-9a-f]{32}
intercom  dG9rO  dG9rO[A-Za-z0-9+/]{48,70}={0,2}  mixed
mailersend  mlsn.  mlsn\.[0-9a-f]{64}
klaviyo  pk_  pk_[0-9a-f]{34}  digit
mercado-pago  _USR-  APP_USR-\d{12,20}-\d{6}-[0-9a-f]{32}-\d{5,12}  at:3
telnyx  KEY0  KEY0[0-9A-F]{31}_[A-Za-z0-9]{22}
secret-token  secret-token:  secret-token:[A-Za-z0-9_.~%-]{10,300}
minisign  RWRTY0Iy  RWRTY0Iy[A-Za-z0-9+/]{120,260}={0,2}
nostr  nsec1  nsec1[a-z0-9]{58}
nats  SUA,SAA,SNA  S[UAN]A[A-Z2-7]{55}  random
extended-key  xprv,yprv,zprv,tprv  [xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112}  random
`

/** Names of keys of so few distinctive characters that an id may look the same. */
export const LIKE_IDS: ReadonlySet<string> = new Set(
  'twilio mailgun mailchimp firecrawl nuget crates-io telegram discord azure alibaba resend e2b voyage dub cal unkey nightfall mollie modal'.split(
    ' ',
  ),
)
