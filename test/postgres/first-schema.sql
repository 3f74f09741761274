-- A database as the first schema had it: made by the service of November 2026, before routing rules and free-form

-- messages. It never changes: what is written today must still be able to read it.

-- The messages: {"delivered":"01a1fd68-e94b-7001-b09e-bc8898648a13","rcs":"01a1fd68-e96b-7001-a879-850f63008d53","failed":"01a1fd68-e987-7001-a4b7-1b98946e2cd6","sent":"01a1fd68-e99e-7001-ba75-8dcf5e5479f3","held":"01a1fd68-e9ba-7001-817a-49a128b49962"}

create schema "signalbox";

create table "signalbox"."migration" (id int4 primary key, name text not null, applied_at timestamptz not null default now());

create sequence "signalbox"."tick" as int8;

create table "signalbox"."row" (
      kind text collate "C" not null,
      key text collate "C" not null,
      version int8 not null,
      value text not null,
      list1 text collate "C", scope1 text collate "C", at1 timestamptz,
      list2 text collate "C", scope2 text collate "C", at2 timestamptz,
      primary key (kind, key)
    ) with (fillfactor = 85);

create index row_list1 on "signalbox"."row" (list1, scope1, at1 desc, key desc) where list1 is not null;

create index row_list2 on "signalbox"."row" (list2, scope2, at2 desc, key desc) where list2 is not null;

create table "signalbox"."list_count" (
      list text collate "C" not null,
      scope text collate "C" not null,
      shard int4 not null,
      amount int8 not null,
      primary key (list, scope, shard)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

create table "signalbox"."subscription" (
      webhook text collate "C" primary key,
      account text collate "C" not null,
      events text[] not null
    );

create index subscription_account on "signalbox"."subscription" (account);

create table "signalbox"."sum" (
      book text collate "C" not null,
      name text collate "C" not null,
      amount int8 not null,
      primary key (book, name)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

create table "signalbox"."sum_entry" (
      book text collate "C" not null,
      name text collate "C" not null,
      once text collate "C" not null,
      amount int8 not null,
      made_at timestamptz not null default now(),
      primary key (book, name, once)
    );

create table "signalbox"."claim" (
      account text collate "C" not null,
      key text collate "C" not null,
      token int8 not null,
      fingerprint text not null,
      at timestamptz not null,
      reply text,
      primary key (account, key)
    );

create index claim_at on "signalbox"."claim" (at);

create table "signalbox"."node" (
      id text collate "C" primary key,
      epoch int8 not null unique,
      seen_at timestamptz not null default now()
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

create table "signalbox"."work" (
      kind text collate "C" not null,
      key text collate "C" not null,
      lane text collate "C" not null,
      due_at timestamptz not null,
      seq int8 not null,
      epoch int8,
      token int8,
      primary key (kind, key)
    ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

create index work_lane on "signalbox"."work" (lane, due_at, seq) where epoch is null;

create index work_due on "signalbox"."work" (due_at) where epoch is null and seq > 0;

create index work_held on "signalbox"."work" (lane, epoch) where epoch is not null;

create table "signalbox"."bell" (lane text collate "C" not null, at timestamptz not null, turn int8 not null)
      with (fillfactor = 100, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

create index bell_at on "signalbox"."bell" (at);

create index bell_lane on "signalbox"."bell" (lane);

create table "signalbox"."lockout" (
      credential text collate "C" primary key,
      failures int4 not null,
      locks int4 not null,
      locked_until timestamptz,
      failed_at timestamptz not null
    );

create index lockout_failed_at on "signalbox"."lockout" (failed_at);

create table "signalbox"."rate_fixed" (
      pool text collate "C" primary key,
      started_at timestamptz not null,
      ends_at timestamptz not null,
      count int4 not null,
      admitted boolean not null
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

create index rate_fixed_ends_at on "signalbox"."rate_fixed" (ends_at);

create table "signalbox"."rate_share" (
      pool text collate "C" not null,
      owner text collate "C" not null,
      units int4 not null,
      seen_at timestamptz not null default now(),
      primary key (pool, owner)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

create index rate_share_owner on "signalbox"."rate_share" (owner);

insert into "signalbox"."bell" select * from json_populate_recordset(null::"signalbox"."bell", '[
{"lane":"deadline:00000000-0000-4000-8000-000000000001","at":"2026-11-21T09:21:43.569+00:00","turn":40},
{"lane":"deadline:00000000-0000-4000-8000-000000000001","at":"2026-11-21T09:21:43.602+00:00","turn":48},
{"lane":"deadline:00000000-0000-4000-8000-000000000001","at":"2026-11-24T09:21:13.612+00:00","turn":56},
{"lane":"deadline:00000000-0000-4000-8000-000000000001","at":"2026-11-24T09:21:13.648+00:00","turn":68},
{"lane":"deadline:00000000-0000-4000-8000-000000000001","at":"2026-11-21T09:21:43.637+00:00","turn":73},
{"lane":"dispatch:00000000-0000-4000-8000-000000000001","at":"2026-12-20T09:21:13.636+00:00","turn":78},
{"lane":"deadline:00000000-0000-4000-8000-000000000001","at":"2026-11-21T09:21:43.661+00:00","turn":83},
{"lane":"deadline:00000000-0000-4000-8000-000000000001","at":"2026-11-24T09:21:13.715+00:00","turn":92},
{"lane":"deadline:00000000-0000-4000-8000-000000000001","at":"2026-11-24T09:21:13.731+00:00","turn":96}
]');

insert into "signalbox"."claim" select * from json_populate_recordset(null::"signalbox"."claim", '[
{"account":"00000000-0000-4000-8000-000000000001","key":"first-1","token":14,"fingerprint":"992ef1840c623d083ae26c8adb1ba2e77a99454865293224171c55ff932e6145","at":"2026-11-21T09:21:13.44+00:00","reply":"{\"claim\":{\"account\":\"00000000-0000-4000-8000-000000000001\",\"key\":\"first-1\"},\"token\":14,\"status\":201,\"outcome\":{\"part\":\"data\",\"json\":\"{\\\"id\\\":\\\"01a1fd68-e8e0-7000-a692-c2439e611e2d\\\",\\\"customer_id\\\":\\\"00000000-0000-4000-8000-000000000001\\\",\\\"name\\\":\\\"hello\\\",\\\"category\\\":\\\"UTILITY\\\",\\\"language\\\":\\\"en_US\\\",\\\"status\\\":\\\"PENDING\\\",\\\"channels\\\":[\\\"sms\\\",\\\"whatsapp\\\",\\\"rcs\\\"],\\\"variables\\\":[\\\"name\\\"],\\\"is_published\\\":false,\\\"definition\\\":{\\\"definitionVersion\\\":\\\"1.0\\\",\\\"body\\\":{\\\"multiChannel\\\":{\\\"template\\\":\\\"Hello {{0:variable}}.\\\",\\\"variables\\\":[{\\\"id\\\":0,\\\"name\\\":\\\"name\\\",\\\"type\\\":\\\"variable\\\",\\\"props\\\":{\\\"variableType\\\":\\\"text\\\",\\\"sample\\\":\\\"Ada\\\"}}]}}},\\\"created_at\\\":\\\"2026-11-21T09:21:13.440Z\\\",\\\"updated_at\\\":null}\"},\"requestId\":\"req_6e98fd20b216492f\",\"at\":1795252873440,\"sandbox\":false,\"profile\":null}"},
{"account":"00000000-0000-4000-8000-000000000001","key":"first-2","token":21,"fingerprint":"f82271309e1cdfa236f1e02ef5a78194129715dd276d54c34e1630c56082e274","at":"2026-11-21T09:21:13.469+00:00","reply":"{\"claim\":{\"account\":\"00000000-0000-4000-8000-000000000001\",\"key\":\"first-2\"},\"token\":21,\"status\":201,\"outcome\":{\"part\":\"data\",\"json\":\"{\\\"id\\\":\\\"01a1fd68-e8fd-7000-a463-0e3569698389\\\",\\\"customer_id\\\":\\\"00000000-0000-4000-8000-000000000001\\\",\\\"name\\\":\\\"a_draft\\\",\\\"category\\\":\\\"UTILITY\\\",\\\"language\\\":\\\"en_US\\\",\\\"status\\\":\\\"DRAFT\\\",\\\"channels\\\":[\\\"sms\\\",\\\"whatsapp\\\",\\\"rcs\\\"],\\\"variables\\\":[],\\\"is_published\\\":false,\\\"definition\\\":{\\\"definitionVersion\\\":\\\"1.0\\\",\\\"body\\\":{\\\"multiChannel\\\":{\\\"template\\\":\\\"A draft.\\\",\\\"variables\\\":[]}}},\\\"created_at\\\":\\\"2026-11-21T09:21:13.469Z\\\",\\\"updated_at\\\":null}\"},\"requestId\":\"req_19cb9bc8181e4440\",\"at\":1795252873469,\"sandbox\":false,\"profile\":null}"},
{"account":"00000000-0000-4000-8000-000000000001","key":"first-3","token":26,"fingerprint":"9e35a40b482f229f6252b342f530c60a8a9923acd83f8fe071224b05388e437b","at":"2026-11-21T09:21:13.528+00:00","reply":"{\"claim\":{\"account\":\"00000000-0000-4000-8000-000000000001\",\"key\":\"first-3\"},\"token\":26,\"status\":201,\"outcome\":{\"part\":\"data\",\"json\":\"{\\\"id\\\":\\\"01a1fd68-e938-7000-875c-79b18f1f64f0\\\",\\\"customer_id\\\":\\\"00000000-0000-4000-8000-000000000001\\\",\\\"display_name\\\":\\\"Old\\\",\\\"endpoint_url\\\":\\\"https://93.184.216.34/hook\\\",\\\"signing_secret\\\":\\\"whsec_QgSBj0IqzzyMrVXE8OPt7mQS+xA6TU9+uDzAlctXu28=\\\",\\\"is_active\\\":true,\\\"event_types\\\":[\\\"channel\\\"],\\\"event_filters\\\":null,\\\"retry_count\\\":3,\\\"timeout_seconds\\\":30,\\\"last_delivery_attempt_at\\\":null,\\\"last_successful_delivery_at\\\":null,\\\"consecutive_failures\\\":0,\\\"created_at\\\":\\\"2026-11-21T09:21:13.528Z\\\",\\\"updated_at\\\":null}\"},\"requestId\":\"req_ee2c74ac984d4826\",\"at\":1795252873528,\"sandbox\":false,\"profile\":null}"},
{"account":"00000000-0000-4000-8000-000000000001","key":"first-4","token":28,"fingerprint":"14064f5c23c15716a02133d93f5949919b743a43a74ac96d6aa78db24b50a3e5","at":"2026-11-21T09:21:13.547+00:00","reply":"{\"claim\":{\"account\":\"00000000-0000-4000-8000-000000000001\",\"key\":\"first-4\"},\"token\":28,\"status\":202,\"outcome\":{\"part\":\"data\",\"json\":\"{\\\"status\\\":\\\"QUEUED\\\",\\\"template_id\\\":\\\"01a1fd68-e8e0-7000-a692-c2439e611e2d\\\",\\\"template_name\\\":\\\"hello\\\",\\\"recipients\\\":[{\\\"message_id\\\":\\\"01a1fd68-e94b-7001-b09e-bc8898648a13\\\",\\\"to\\\":\\\"+12015550101\\\",\\\"channel\\\":\\\"auto_detect\\\",\\\"body\\\":\\\"Hello +12015550101.\\\"}]}\"},\"requestId\":\"req_2c16c525431840de\",\"at\":1795252873547,\"sandbox\":false,\"profile\":null}"},
{"account":"00000000-0000-4000-8000-000000000001","key":"first-5","token":34,"fingerprint":"593584947f294fdff6e754cf5650c9b82ab160961693292640a5c0880391adc6","at":"2026-11-21T09:21:13.579+00:00","reply":"{\"claim\":{\"account\":\"00000000-0000-4000-8000-000000000001\",\"key\":\"first-5\"},\"token\":34,\"status\":202,\"outcome\":{\"part\":\"data\",\"json\":\"{\\\"status\\\":\\\"QUEUED\\\",\\\"template_id\\\":\\\"01a1fd68-e8e0-7000-a692-c2439e611e2d\\\",\\\"template_name\\\":\\\"hello\\\",\\\"recipients\\\":[{\\\"message_id\\\":\\\"01a1fd68-e96b-7001-a879-850f63008d53\\\",\\\"to\\\":\\\"+12015550103\\\",\\\"channel\\\":\\\"rcs\\\",\\\"body\\\":\\\"Hello +12015550103.\\\"}]}\"},\"requestId\":\"req_6831d5c88ce440a4\",\"at\":1795252873579,\"sandbox\":false,\"profile\":null}"},
{"account":"00000000-0000-4000-8000-000000000001","key":"first-6","token":46,"fingerprint":"b5c3a37067a2a1e0a977827a95684ce0eaca3e7a14a96a97bbf4834f1c5bce10","at":"2026-11-21T09:21:13.607+00:00","reply":"{\"claim\":{\"account\":\"00000000-0000-4000-8000-000000000001\",\"key\":\"first-6\"},\"token\":46,\"status\":202,\"outcome\":{\"part\":\"data\",\"json\":\"{\\\"status\\\":\\\"QUEUED\\\",\\\"template_id\\\":\\\"01a1fd68-e8e0-7000-a692-c2439e611e2d\\\",\\\"template_name\\\":\\\"hello\\\",\\\"recipients\\\":[{\\\"message_id\\\":\\\"01a1fd68-e987-7001-a4b7-1b98946e2cd6\\\",\\\"to\\\":\\\"+12015550102\\\",\\\"channel\\\":\\\"sms\\\",\\\"body\\\":\\\"Hello +12015550102.\\\"}]}\"},\"requestId\":\"req_cf6d2373c15744ce\",\"at\":1795252873607,\"sandbox\":false,\"profile\":null}"},
{"account":"00000000-0000-4000-8000-000000000001","key":"first-7","token":62,"fingerprint":"d5024594818de8f18305668378bf114c55068d993a21274ef5e4d4742d151230","at":"2026-11-21T09:21:13.63+00:00","reply":"{\"claim\":{\"account\":\"00000000-0000-4000-8000-000000000001\",\"key\":\"first-7\"},\"token\":62,\"status\":202,\"outcome\":{\"part\":\"data\",\"json\":\"{\\\"status\\\":\\\"QUEUED\\\",\\\"template_id\\\":\\\"01a1fd68-e8e0-7000-a692-c2439e611e2d\\\",\\\"template_name\\\":\\\"hello\\\",\\\"recipients\\\":[{\\\"message_id\\\":\\\"01a1fd68-e99e-7001-ba75-8dcf5e5479f3\\\",\\\"to\\\":\\\"+12015550104\\\",\\\"channel\\\":\\\"sms\\\",\\\"body\\\":\\\"Hello +12015550104.\\\"}]}\"},\"requestId\":\"req_3f0cc30deaaa432c\",\"at\":1795252873630,\"sandbox\":false,\"profile\":null}"},
{"account":"00000000-0000-4000-8000-000000000001","key":"first-8","token":77,"fingerprint":"9666c40cded86b183f5d6d443c8c0e436b34adcfd498640e03289d89fa2981af","at":"2026-11-21T09:21:13.658+00:00","reply":"{\"claim\":{\"account\":\"00000000-0000-4000-8000-000000000001\",\"key\":\"first-8\"},\"token\":77,\"status\":202,\"outcome\":{\"part\":\"data\",\"json\":\"{\\\"status\\\":\\\"SCHEDULED\\\",\\\"template_id\\\":\\\"01a1fd68-e8e0-7000-a692-c2439e611e2d\\\",\\\"template_name\\\":\\\"hello\\\",\\\"scheduled_at\\\":\\\"2026-12-20T09:21:13.636Z\\\",\\\"recipients\\\":[{\\\"message_id\\\":\\\"01a1fd68-e9ba-7001-817a-49a128b49962\\\",\\\"to\\\":\\\"+12015550105\\\",\\\"channel\\\":\\\"sms\\\",\\\"body\\\":\\\"Hello +12015550105.\\\"}]}\"},\"requestId\":\"req_099bf6f067fd4baa\",\"at\":1795252873658,\"sandbox\":false,\"profile\":null}"}
]');

insert into "signalbox"."list_count" select * from json_populate_recordset(null::"signalbox"."list_count", '[
{"list":"contacts","scope":"00000000-0000-4000-8000-000000000001","shard":1,"amount":5},
{"list":"messages","scope":"00000000-0000-4000-8000-000000000001","shard":1,"amount":5}
]');

insert into "signalbox"."migration" select * from json_populate_recordset(null::"signalbox"."migration", '[
{"id":1,"name":"rows, sums, claims, work, nodes, lockouts, rates","applied_at":"2026-11-21T09:21:13.19398+00:00"}
]');

insert into "signalbox"."row" select * from json_populate_recordset(null::"signalbox"."row", '[
{"kind":"account","key":"00000000-0000-4000-8000-000000000001","version":3,"value":"{\"id\":\"00000000-0000-4000-8000-000000000001\",\"type\":\"organization\",\"name\":\"Acme\",\"email\":\"owner@acme.example\",\"icon\":null,\"description\":null,\"organization\":null,\"shortName\":null,\"numbers\":[{\"number\":\"+15539652106\",\"channels\":[\"sms\",\"whatsapp\",\"rcs\",\"mms\"],\"country\":\"US\"}],\"channels\":[\"sms\",\"whatsapp\",\"rcs\",\"mms\"],\"requestsPerMinute\":10000,\"dailyMessageLimit\":null,\"allowMms\":true,\"stage\":\"verified\",\"quietHours\":\"off\",\"keywords\":[],\"routes\":[{\"channel\":\"sms\",\"carrier\":\"sms-b\",\"action\":\"ALLOW\",\"fallback\":true,\"country\":null,\"priority\":1},{\"channel\":\"whatsapp\",\"carrier\":\"whatsapp-a\",\"action\":\"ALLOW\",\"fallback\":true,\"country\":null,\"priority\":0}],\"profile\":null,\"createdAt\":1795252873324,\"updatedAt\":null,\"deletedAt\":null}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"own_number","key":"+15539652106","version":4,"value":"{\"number\":\"+15539652106\",\"account\":\"00000000-0000-4000-8000-000000000001\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"api_key","key":"bd7662a5eeb41614e720d477abfcb2272e19a8a70a93b7e3bc8560d44ad326e9","version":5,"value":"{\"hash\":\"bd7662a5eeb41614e720d477abfcb2272e19a8a70a93b7e3bc8560d44ad326e9\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"prefix\":\"11111111\",\"createdAt\":1795252873349,\"revokedAt\":null}","list1":"api_keys","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.349+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"suppression","key":"00000000-0000-4000-8000-000000000001/+12015550666","version":6,"value":"{\"account\":\"00000000-0000-4000-8000-000000000001\",\"phone\":\"+12015550666\",\"createdAt\":1795252873356}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"team","key":"00000000-0000-4000-8000-000000000001","version":7,"value":"{\"account\":\"00000000-0000-4000-8000-000000000001\",\"admins\":[\"01a1fd68-e88f-7000-b4a0-9ca0d14d6947\"]}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"user","key":"01a1fd68-e88f-7000-b4a0-9ca0d14d6947","version":8,"value":"{\"id\":\"01a1fd68-e88f-7000-b4a0-9ca0d14d6947\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"email\":\"ada@acme.example\",\"name\":\"Ada\",\"role\":\"admin\",\"status\":\"active\",\"invitedAt\":null,\"lastLoginAt\":null,\"createdAt\":1795252873359,\"updatedAt\":null}","list1":"users","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.359+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"user_email","key":"00000000-0000-4000-8000-000000000001/ada@acme.example","version":9,"value":"{\"account\":\"00000000-0000-4000-8000-000000000001\",\"email\":\"ada@acme.example\",\"user\":\"01a1fd68-e88f-7000-b4a0-9ca0d14d6947\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"account","key":"00000000-0000-4000-8001-000001000001","version":10,"value":"{\"id\":\"00000000-0000-4000-8001-000001000001\",\"type\":\"profile\",\"name\":\"Shop\",\"email\":\"owner-000001000001@example.com\",\"icon\":null,\"description\":null,\"organization\":\"00000000-0000-4000-8000-000000000001\",\"shortName\":\"ACME SHOP\",\"numbers\":[{\"number\":\"+14254256784\",\"channels\":[\"sms\",\"whatsapp\",\"rcs\",\"mms\"],\"country\":\"US\"}],\"channels\":[\"sms\",\"whatsapp\",\"rcs\",\"mms\"],\"requestsPerMinute\":10000,\"dailyMessageLimit\":null,\"allowMms\":true,\"stage\":\"verified\",\"quietHours\":\"off\",\"keywords\":[],\"routes\":[],\"profile\":{\"status\":\"approved\",\"billingModel\":\"profile\",\"billingContact\":null,\"inheritsBrand\":false,\"inheritsCampaign\":false,\"brand\":null,\"campaign\":null,\"markets\":[],\"whatsapp\":null,\"sendingNumber\":null,\"sendingNumberProfile\":null,\"sendingWhatsappNumberProfile\":null,\"whatsappNumber\":null,\"allowsNumberChange\":null},\"createdAt\":1795252873364,\"updatedAt\":null,\"deletedAt\":null}","list1":"profiles","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.364+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"own_number","key":"+14254256784","version":11,"value":"{\"number\":\"+14254256784\",\"account\":\"00000000-0000-4000-8001-000001000001\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"profile_short_name","key":"00000000-0000-4000-8000-000000000001/acme shop","version":12,"value":"{\"organization\":\"00000000-0000-4000-8000-000000000001\",\"shortName\":\"ACME SHOP\",\"profile\":\"00000000-0000-4000-8001-000001000001\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"api_key","key":"b454f82c5857ebabf342b7258e5cf7def78b7cd975814119462973de9a38df10","version":13,"value":"{\"hash\":\"b454f82c5857ebabf342b7258e5cf7def78b7cd975814119462973de9a38df10\",\"account\":\"00000000-0000-4000-8001-000001000001\",\"prefix\":\"22222222\",\"createdAt\":1795252873372,\"revokedAt\":null}","list1":"api_keys","scope1":"00000000-0000-4000-8001-000001000001","at1":"2026-11-21T09:21:13.372+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"template_name","key":"00000000-0000-4000-8000-000000000001/hello","version":18,"value":"{\"account\":\"00000000-0000-4000-8000-000000000001\",\"name\":\"hello\",\"template\":\"01a1fd68-e8e0-7000-a692-c2439e611e2d\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"template_revision","key":"01a1fd68-e8e0-7000-a692-c2439e611e2d/1","version":19,"value":"{\"template\":\"01a1fd68-e8e0-7000-a692-c2439e611e2d\",\"revision\":1,\"definition\":{\"body\":{\"multiChannel\":{\"template\":\"Hello {{0:variable}}.\",\"variables\":[{\"id\":0,\"name\":\"name\",\"type\":\"variable\",\"props\":{\"variableType\":\"text\",\"sample\":\"Ada\"}}]}},\"definitionVersion\":\"1.0\"}}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"template","key":"01a1fd68-e8e0-7000-a692-c2439e611e2d","version":22,"value":"{\"id\":\"01a1fd68-e8e0-7000-a692-c2439e611e2d\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"name\":\"hello\",\"category\":\"UTILITY\",\"language\":\"en_US\",\"status\":\"APPROVED\",\"revision\":1,\"definition\":{\"body\":{\"multiChannel\":{\"template\":\"Hello {{0:variable}}.\",\"variables\":[{\"id\":0,\"name\":\"name\",\"type\":\"variable\",\"props\":{\"variableType\":\"text\",\"sample\":\"Ada\"}}]}},\"definitionVersion\":\"1.0\"},\"creationSource\":\"from-api\",\"autoReplyAction\":null,\"createdAt\":1795252873440,\"updatedAt\":1795252873465}","list1":"templates","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.44+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"template","key":"01a1fd68-e8fd-7000-a463-0e3569698389","version":23,"value":"{\"id\":\"01a1fd68-e8fd-7000-a463-0e3569698389\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"name\":\"a_draft\",\"category\":\"UTILITY\",\"language\":\"en_US\",\"status\":\"DRAFT\",\"revision\":1,\"definition\":{\"body\":{\"multiChannel\":{\"template\":\"A draft.\",\"variables\":[]}},\"definitionVersion\":\"1.0\"},\"creationSource\":\"from-api\",\"autoReplyAction\":null,\"createdAt\":1795252873469,\"updatedAt\":null}","list1":"templates","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.469+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"template_name","key":"00000000-0000-4000-8000-000000000001/a_draft","version":24,"value":"{\"account\":\"00000000-0000-4000-8000-000000000001\",\"name\":\"a_draft\",\"template\":\"01a1fd68-e8fd-7000-a463-0e3569698389\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"template_revision","key":"01a1fd68-e8fd-7000-a463-0e3569698389/1","version":25,"value":"{\"template\":\"01a1fd68-e8fd-7000-a463-0e3569698389\",\"revision\":1,\"definition\":{\"body\":{\"multiChannel\":{\"template\":\"A draft.\",\"variables\":[]}},\"definitionVersion\":\"1.0\"}}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"webhook","key":"01a1fd68-e938-7000-875c-79b18f1f64f0","version":27,"value":"{\"id\":\"01a1fd68-e938-7000-875c-79b18f1f64f0\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"displayName\":\"Old\",\"endpointUrl\":\"https://93.184.216.34/hook\",\"secret\":\"whsec_QgSBj0IqzzyMrVXE8OPt7mQS+xA6TU9+uDzAlctXu28=\",\"isActive\":true,\"eventTypes\":[\"channel\"],\"eventFilters\":null,\"subscribes\":[\"channel.submitted\",\"channel.changes_requested\",\"channel.approved\",\"channel.activated\",\"channel.deactivated\",\"channel.rejected\"],\"retryCount\":3,\"timeoutSeconds\":30,\"createdAt\":1795252873528,\"updatedAt\":null}","list1":"webhooks","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.528+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"contact","key":"00000000-0000-4000-8000-000000000001/+12015550102","version":54,"value":"{\"id\":\"01a1fd68-e987-7000-8738-ceda4a275781\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"phone\":\"+12015550102\",\"optOut\":false,\"createdAt\":1795252873607,\"updatedAt\":null}","list1":"contacts","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.607+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"contact","key":"00000000-0000-4000-8000-000000000001/+12015550104","version":65,"value":"{\"id\":\"01a1fd68-e99e-7000-b22a-0b45dbedd16b\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"phone\":\"+12015550104\",\"optOut\":false,\"createdAt\":1795252873630,\"updatedAt\":null}","list1":"contacts","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.63+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"contact","key":"00000000-0000-4000-8000-000000000001/+12015550105","version":80,"value":"{\"id\":\"01a1fd68-e9ba-7000-bd93-baeddd69d18d\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"phone\":\"+12015550105\",\"optOut\":false,\"createdAt\":1795252873658,\"updatedAt\":null}","list1":"contacts","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.658+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"message","key":"01a1fd68-e9ba-7001-817a-49a128b49962","version":81,"value":"{\"id\":\"01a1fd68-e9ba-7001-817a-49a128b49962\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"contact\":\"01a1fd68-e9ba-7000-bd93-baeddd69d18d\",\"phone\":\"+12015550105\",\"direction\":\"OUTBOUND\",\"requested\":\"sms\",\"template\":{\"id\":\"01a1fd68-e8e0-7000-a692-c2439e611e2d\",\"revision\":1,\"name\":\"hello\",\"category\":\"UTILITY\",\"parameters\":{\"name\":\"+12015550105\"}},\"send\":1,\"status\":\"SCHEDULED\",\"channel\":\"sms\",\"rendered\":null,\"code\":null,\"price\":null,\"activeContactPrice\":null,\"attempts\":[],\"history\":[{\"status\":\"SCHEDULED\",\"reached\":true,\"at\":1795252873658,\"description\":\"held until its time\",\"from\":null,\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":1797758473636}],\"scheduledAt\":1797758473636,\"createdAt\":1795252873658}","list1":"messages","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.658+00:00","list2":"conversation","scope2":"00000000-0000-4000-8000-000000000001/01a1fd68-e9ba-7000-bd93-baeddd69d18d","at2":"2026-11-21T09:21:13.658+00:00"},
{"kind":"message","key":"01a1fd68-e987-7001-a4b7-1b98946e2cd6","version":100,"value":"{\"id\":\"01a1fd68-e987-7001-a4b7-1b98946e2cd6\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"contact\":\"01a1fd68-e987-7000-8738-ceda4a275781\",\"phone\":\"+12015550102\",\"direction\":\"OUTBOUND\",\"requested\":\"sms\",\"template\":{\"id\":\"01a1fd68-e8e0-7000-a692-c2439e611e2d\",\"revision\":1,\"name\":\"hello\",\"category\":\"UTILITY\",\"parameters\":{\"name\":\"+12015550102\"}},\"send\":1,\"status\":\"FAILED\",\"channel\":\"sms\",\"rendered\":{\"header\":null,\"content\":\"Hello +12015550102.\",\"footer\":null,\"buttons\":null,\"subject\":null,\"plain\":\"Hello +12015550102.\"},\"code\":\"DELIVERY_005\",\"price\":79,\"activeContactPrice\":10,\"attempts\":[{\"id\":\"01a1fd68-e9a5-7000-8c95-d28dfc2bb255\",\"send\":1,\"carrier\":\"sms-a\",\"channel\":\"sms\",\"from\":\"+15539652106\",\"segments\":1,\"payer\":\"00000000-0000-4000-8000-000000000001\",\"price\":79,\"activeContactPrice\":10,\"charge\":\"taken\",\"startedAt\":1795252873637,\"deadline\":1795252903637,\"reference\":\"sms-a-01a1fd68-e9a5-7000-8c95-d28dfc2bb255\",\"report\":\"FAILED\",\"failure\":\"invalid_number\"}],\"history\":[{\"status\":\"QUEUED\",\"reached\":true,\"at\":1795252873607,\"description\":\"accepted\",\"from\":null,\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"PROCESSED\",\"reached\":true,\"at\":1795252873637,\"description\":\"taken up\",\"from\":null,\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"ROUTED\",\"reached\":true,\"at\":1795252873637,\"description\":\"sms through sms-a\",\"from\":\"+15539652106\",\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"SENT\",\"reached\":true,\"at\":1795252873715,\"description\":\"accepted by sms-a\",\"from\":\"+15539652106\",\"price\":79,\"activeContactPrice\":10,\"code\":null,\"scheduledAt\":null},{\"status\":\"FAILED\",\"reached\":true,\"at\":1795252873741,\"description\":\"The number is not valid.\",\"from\":\"+15539652106\",\"price\":null,\"activeContactPrice\":null,\"code\":\"DELIVERY_005\",\"scheduledAt\":null}],\"scheduledAt\":null,\"createdAt\":1795252873607}","list1":"messages","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.607+00:00","list2":"conversation","scope2":"00000000-0000-4000-8000-000000000001/01a1fd68-e987-7000-8738-ceda4a275781","at2":"2026-11-21T09:21:13.607+00:00"},
{"kind":"contact","key":"00000000-0000-4000-8000-000000000001/+12015550101","version":31,"value":"{\"id\":\"01a1fd68-e94b-7000-8763-a8334da545c3\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"phone\":\"+12015550101\",\"optOut\":false,\"createdAt\":1795252873547,\"updatedAt\":null}","list1":"contacts","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.547+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"contact","key":"00000000-0000-4000-8000-000000000001/+12015550103","version":37,"value":"{\"id\":\"01a1fd68-e96b-7000-a3a9-b1a800206034\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"phone\":\"+12015550103\",\"optOut\":false,\"createdAt\":1795252873579,\"updatedAt\":null}","list1":"contacts","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.579+00:00","list2":null,"scope2":null,"at2":null},
{"kind":"message","key":"01a1fd68-e94b-7001-b09e-bc8898648a13","version":86,"value":"{\"id\":\"01a1fd68-e94b-7001-b09e-bc8898648a13\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"contact\":\"01a1fd68-e94b-7000-8763-a8334da545c3\",\"phone\":\"+12015550101\",\"direction\":\"OUTBOUND\",\"requested\":\"auto_detect\",\"template\":{\"id\":\"01a1fd68-e8e0-7000-a692-c2439e611e2d\",\"revision\":1,\"name\":\"hello\",\"category\":\"UTILITY\",\"parameters\":{\"name\":\"+12015550101\"}},\"send\":1,\"status\":\"DELIVERED\",\"channel\":\"whatsapp\",\"rendered\":{\"header\":null,\"content\":\"Hello +12015550101.\",\"footer\":null,\"buttons\":null,\"subject\":null,\"plain\":\"Hello +12015550101.\"},\"code\":null,\"price\":50,\"activeContactPrice\":10,\"attempts\":[{\"id\":\"01a1fd68-e961-7000-b2c7-255a35a42782\",\"send\":1,\"carrier\":\"whatsapp-a\",\"channel\":\"whatsapp\",\"from\":\"+15539652106\",\"segments\":1,\"payer\":\"00000000-0000-4000-8000-000000000001\",\"price\":50,\"activeContactPrice\":10,\"charge\":\"taken\",\"startedAt\":1795252873569,\"deadline\":1795252903569,\"reference\":\"whatsapp-a-01a1fd68-e961-7000-b2c7-255a35a42782\",\"report\":\"DELIVERED\",\"failure\":null}],\"history\":[{\"status\":\"QUEUED\",\"reached\":true,\"at\":1795252873547,\"description\":\"accepted\",\"from\":null,\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"PROCESSED\",\"reached\":true,\"at\":1795252873569,\"description\":\"taken up\",\"from\":null,\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"ROUTED\",\"reached\":true,\"at\":1795252873569,\"description\":\"whatsapp through whatsapp-a\",\"from\":\"+15539652106\",\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"SENT\",\"reached\":true,\"at\":1795252873612,\"description\":\"accepted by whatsapp-a\",\"from\":\"+15539652106\",\"price\":50,\"activeContactPrice\":10,\"code\":null,\"scheduledAt\":null},{\"status\":\"DELIVERED\",\"reached\":true,\"at\":1795252873660,\"description\":\"delivered, reported by whatsapp-a\",\"from\":\"+15539652106\",\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null}],\"scheduledAt\":null,\"createdAt\":1795252873547}","list1":"messages","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.547+00:00","list2":"conversation","scope2":"00000000-0000-4000-8000-000000000001/01a1fd68-e94b-7000-8763-a8334da545c3","at2":"2026-11-21T09:21:13.547+00:00"},
{"kind":"carrier_reference","key":"whatsapp-a/whatsapp-a-01a1fd68-e961-7000-b2c7-255a35a42782","version":59,"value":"{\"carrier\":\"whatsapp-a\",\"reference\":\"whatsapp-a-01a1fd68-e961-7000-b2c7-255a35a42782\",\"message\":\"01a1fd68-e94b-7001-b09e-bc8898648a13\",\"attempt\":\"01a1fd68-e961-7000-b2c7-255a35a42782\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"carrier_reference","key":"rcs-a/rcs-a-01a1fd68-e982-7000-ba7c-ae789c28f688","version":71,"value":"{\"carrier\":\"rcs-a\",\"reference\":\"rcs-a-01a1fd68-e982-7000-ba7c-ae789c28f688\",\"message\":\"01a1fd68-e96b-7001-a879-850f63008d53\",\"attempt\":\"01a1fd68-e982-7000-ba7c-ae789c28f688\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"message","key":"01a1fd68-e96b-7001-a879-850f63008d53","version":87,"value":"{\"id\":\"01a1fd68-e96b-7001-a879-850f63008d53\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"contact\":\"01a1fd68-e96b-7000-a3a9-b1a800206034\",\"phone\":\"+12015550103\",\"direction\":\"OUTBOUND\",\"requested\":\"rcs\",\"template\":{\"id\":\"01a1fd68-e8e0-7000-a692-c2439e611e2d\",\"revision\":1,\"name\":\"hello\",\"category\":\"UTILITY\",\"parameters\":{\"name\":\"+12015550103\"}},\"send\":1,\"status\":\"DELIVERED\",\"channel\":\"rcs\",\"rendered\":{\"header\":null,\"content\":\"Hello +12015550103.\",\"footer\":null,\"buttons\":null,\"subject\":null,\"plain\":\"Hello +12015550103.\"},\"code\":null,\"price\":100,\"activeContactPrice\":10,\"attempts\":[{\"id\":\"01a1fd68-e982-7000-ba7c-ae789c28f688\",\"send\":1,\"carrier\":\"rcs-a\",\"channel\":\"rcs\",\"from\":\"+15539652106\",\"segments\":1,\"payer\":\"00000000-0000-4000-8000-000000000001\",\"price\":100,\"activeContactPrice\":10,\"charge\":\"taken\",\"startedAt\":1795252873602,\"deadline\":1795252903602,\"reference\":\"rcs-a-01a1fd68-e982-7000-ba7c-ae789c28f688\",\"report\":\"DELIVERED\",\"failure\":null}],\"history\":[{\"status\":\"QUEUED\",\"reached\":true,\"at\":1795252873579,\"description\":\"accepted\",\"from\":null,\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"PROCESSED\",\"reached\":true,\"at\":1795252873602,\"description\":\"taken up\",\"from\":null,\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"ROUTED\",\"reached\":true,\"at\":1795252873602,\"description\":\"rcs through rcs-a\",\"from\":\"+15539652106\",\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"SENT\",\"reached\":true,\"at\":1795252873648,\"description\":\"accepted by rcs-a\",\"from\":\"+15539652106\",\"price\":100,\"activeContactPrice\":10,\"code\":null,\"scheduledAt\":null},{\"status\":\"DELIVERED\",\"reached\":true,\"at\":1795252873660,\"description\":\"delivered, reported by rcs-a\",\"from\":\"+15539652106\",\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null}],\"scheduledAt\":null,\"createdAt\":1795252873579}","list1":"messages","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.579+00:00","list2":"conversation","scope2":"00000000-0000-4000-8000-000000000001/01a1fd68-e96b-7000-a3a9-b1a800206034","at2":"2026-11-21T09:21:13.579+00:00"},
{"kind":"carrier_reference","key":"sms-a/sms-a-01a1fd68-e9a5-7000-8c95-d28dfc2bb255","version":95,"value":"{\"carrier\":\"sms-a\",\"reference\":\"sms-a-01a1fd68-e9a5-7000-8c95-d28dfc2bb255\",\"message\":\"01a1fd68-e987-7001-a4b7-1b98946e2cd6\",\"attempt\":\"01a1fd68-e9a5-7000-8c95-d28dfc2bb255\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null},
{"kind":"message","key":"01a1fd68-e99e-7001-ba75-8dcf5e5479f3","version":98,"value":"{\"id\":\"01a1fd68-e99e-7001-ba75-8dcf5e5479f3\",\"account\":\"00000000-0000-4000-8000-000000000001\",\"contact\":\"01a1fd68-e99e-7000-b22a-0b45dbedd16b\",\"phone\":\"+12015550104\",\"direction\":\"OUTBOUND\",\"requested\":\"sms\",\"template\":{\"id\":\"01a1fd68-e8e0-7000-a692-c2439e611e2d\",\"revision\":1,\"name\":\"hello\",\"category\":\"UTILITY\",\"parameters\":{\"name\":\"+12015550104\"}},\"send\":1,\"status\":\"SENT\",\"channel\":\"sms\",\"rendered\":{\"header\":null,\"content\":\"Hello +12015550104.\",\"footer\":null,\"buttons\":null,\"subject\":null,\"plain\":\"Hello +12015550104.\"},\"code\":null,\"price\":79,\"activeContactPrice\":10,\"attempts\":[{\"id\":\"01a1fd68-e9bd-7000-9cf0-b900e3f1c269\",\"send\":1,\"carrier\":\"sms-a\",\"channel\":\"sms\",\"from\":\"+15539652106\",\"segments\":1,\"payer\":\"00000000-0000-4000-8000-000000000001\",\"price\":79,\"activeContactPrice\":10,\"charge\":\"taken\",\"startedAt\":1795252873661,\"deadline\":1795252903661,\"reference\":\"sms-a-01a1fd68-e9bd-7000-9cf0-b900e3f1c269\",\"report\":\"SENT\",\"failure\":null}],\"history\":[{\"status\":\"QUEUED\",\"reached\":true,\"at\":1795252873630,\"description\":\"accepted\",\"from\":null,\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"PROCESSED\",\"reached\":true,\"at\":1795252873661,\"description\":\"taken up\",\"from\":null,\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"ROUTED\",\"reached\":true,\"at\":1795252873661,\"description\":\"sms through sms-a\",\"from\":\"+15539652106\",\"price\":null,\"activeContactPrice\":null,\"code\":null,\"scheduledAt\":null},{\"status\":\"SENT\",\"reached\":true,\"at\":1795252873731,\"description\":\"accepted by sms-a\",\"from\":\"+15539652106\",\"price\":79,\"activeContactPrice\":10,\"code\":null,\"scheduledAt\":null}],\"scheduledAt\":null,\"createdAt\":1795252873630}","list1":"messages","scope1":"00000000-0000-4000-8000-000000000001","at1":"2026-11-21T09:21:13.63+00:00","list2":"conversation","scope2":"00000000-0000-4000-8000-000000000001/01a1fd68-e99e-7000-b22a-0b45dbedd16b","at2":"2026-11-21T09:21:13.63+00:00"},
{"kind":"carrier_reference","key":"sms-a/sms-a-01a1fd68-e9bd-7000-9cf0-b900e3f1c269","version":99,"value":"{\"carrier\":\"sms-a\",\"reference\":\"sms-a-01a1fd68-e9bd-7000-9cf0-b900e3f1c269\",\"message\":\"01a1fd68-e99e-7001-ba75-8dcf5e5479f3\",\"attempt\":\"01a1fd68-e9bd-7000-9cf0-b900e3f1c269\"}","list1":null,"scope1":null,"at1":null,"list2":null,"scope2":null,"at2":null}
]');

insert into "signalbox"."subscription" select * from json_populate_recordset(null::"signalbox"."subscription", '[
{"webhook":"01a1fd68-e938-7000-875c-79b18f1f64f0","account":"00000000-0000-4000-8000-000000000001","events":["channel.submitted","channel.changes_requested","channel.approved","channel.activated","channel.deactivated","channel.rejected"]}
]');

insert into "signalbox"."sum" select * from json_populate_recordset(null::"signalbox"."sum", '[
{"book":"balance","name":"00000000-0000-4000-8001-000001000001","amount":50000},
{"book":"balance","name":"00000000-0000-4000-8000-000000000001","amount":999652}
]');

insert into "signalbox"."sum_entry" select * from json_populate_recordset(null::"signalbox"."sum_entry", '[
{"book":"balance","name":"00000000-0000-4000-8000-000000000001","once":"opening:00000000-0000-4000-8000-000000000001","amount":-1000000,"made_at":"2026-11-21T09:21:13.339759+00:00"},
{"book":"balance","name":"00000000-0000-4000-8001-000001000001","once":"opening:00000000-0000-4000-8001-000001000001","amount":-50000,"made_at":"2026-11-21T09:21:13.366629+00:00"},
{"book":"balance","name":"00000000-0000-4000-8000-000000000001","once":"reserve:01a1fd68-e961-7000-b2c7-255a35a42782","amount":60,"made_at":"2026-11-21T09:21:13.578229+00:00"},
{"book":"balance","name":"00000000-0000-4000-8000-000000000001","once":"reserve:01a1fd68-e982-7000-ba7c-ae789c28f688","amount":110,"made_at":"2026-11-21T09:21:13.604109+00:00"},
{"book":"balance","name":"00000000-0000-4000-8000-000000000001","once":"reserve:01a1fd68-e9a5-7000-8c95-d28dfc2bb255","amount":89,"made_at":"2026-11-21T09:21:13.639363+00:00"},
{"book":"balance","name":"00000000-0000-4000-8000-000000000001","once":"reserve:01a1fd68-e9bd-7000-9cf0-b900e3f1c269","amount":89,"made_at":"2026-11-21T09:21:13.662308+00:00"}
]');

insert into "signalbox"."work" select * from json_populate_recordset(null::"signalbox"."work", '[
{"kind":"dispatch","key":"01a1fd68-e9ba-7001-817a-49a128b49962/1","lane":"dispatch:00000000-0000-4000-8000-000000000001","due_at":"2026-12-20T09:21:13.636+00:00","seq":79,"epoch":null,"token":null},
{"kind":"receipt_deadline","key":"01a1fd68-e99e-7001-ba75-8dcf5e5479f3/01a1fd68-e9bd-7000-9cf0-b900e3f1c269","lane":"deadline:00000000-0000-4000-8000-000000000001","due_at":"2026-11-24T09:21:13.731+00:00","seq":97,"epoch":null,"token":null}
]');

select setval('"signalbox"."tick"', 100);
