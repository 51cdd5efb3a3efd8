CREATE TABLE "count" (
	"record" text NOT NULL,
	"target" text NOT NULL,
	"own" boolean NOT NULL,
	"head" integer NOT NULL,
	"projector" integer NOT NULL,
	"carried" integer NOT NULL,
	"altered" integer NOT NULL,
	"dropped" integer NOT NULL,
	"made" integer NOT NULL,
	"findings" integer NOT NULL,
	CONSTRAINT "count_key" PRIMARY KEY("record","target")
);
--> statement-breakpoint
CREATE TABLE "deletion" (
	"record" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"entries" integer NOT NULL,
	"blocks" integer NOT NULL,
	"objects" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "deletion_key" PRIMARY KEY("record","at")
);
--> statement-breakpoint
CREATE TABLE "entry" (
	"record" text NOT NULL,
	"seq" integer NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"blocks" integer NOT NULL,
	"json" json NOT NULL,
	CONSTRAINT "entry_key" PRIMARY KEY("record","seq"),
	CONSTRAINT "entry_id" UNIQUE("record","id"),
	CONSTRAINT "entry_seq" CHECK ("entry"."seq" > 0)
);
--> statement-breakpoint
CREATE TABLE "import" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "naming" (
	"record" text NOT NULL,
	"sha256" text NOT NULL,
	"media" boolean NOT NULL,
	CONSTRAINT "naming_key" PRIMARY KEY("record","sha256")
);
--> statement-breakpoint
CREATE TABLE "object" (
	"sha256" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt" (
	"import" text NOT NULL,
	"n" integer NOT NULL,
	"source" text,
	"refused" boolean NOT NULL,
	"records" integer NOT NULL,
	"added" integer NOT NULL,
	"unread" integer NOT NULL,
	"report" json NOT NULL,
	CONSTRAINT "receipt_key" PRIMARY KEY("import","n")
);
--> statement-breakpoint
CREATE TABLE "record" (
	"id" text PRIMARY KEY NOT NULL,
	"header" json NOT NULL,
	"title" text,
	"format" text,
	"session" text,
	"parent" text,
	"parent_session" text,
	"parent_how" text,
	"parent_seq" integer,
	"head" integer DEFAULT 0 NOT NULL,
	"blocks" integer DEFAULT 0 NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"models" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone,
	"latest_at" timestamp(3) with time zone,
	"added_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "record_head" CHECK ("record"."head" >= 0)
);
--> statement-breakpoint
CREATE TABLE "search" (
	"record" text NOT NULL,
	"seq" integer NOT NULL,
	"part" integer NOT NULL,
	"text" text NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_key" PRIMARY KEY("record","seq","part")
);
--> statement-breakpoint
CREATE TABLE "segment" (
	"source" text NOT NULL,
	"n" integer NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"breaks" integer NOT NULL,
	CONSTRAINT "segment_key" PRIMARY KEY("source","n")
);
--> statement-breakpoint
CREATE TABLE "sent" (
	"record" text NOT NULL,
	"seq" integer NOT NULL,
	"shared" integer NOT NULL,
	"rest" "bytea" NOT NULL,
	CONSTRAINT "sent_key" PRIMARY KEY("record","seq")
);
--> statement-breakpoint
CREATE TABLE "source" (
	"id" text PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"identity" text NOT NULL,
	"bytes" bigint NOT NULL,
	"added_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_record" (
	"source" text NOT NULL,
	"n" integer NOT NULL,
	"record" text NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "source_record_key" PRIMARY KEY("source","n")
);
--> statement-breakpoint
ALTER TABLE "count" ADD CONSTRAINT "count_record" FOREIGN KEY ("record") REFERENCES "public"."record"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry" ADD CONSTRAINT "entry_record" FOREIGN KEY ("record") REFERENCES "public"."record"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "naming" ADD CONSTRAINT "naming_record" FOREIGN KEY ("record") REFERENCES "public"."record"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_import" FOREIGN KEY ("import") REFERENCES "public"."import"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search" ADD CONSTRAINT "search_record" FOREIGN KEY ("record") REFERENCES "public"."record"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_source" FOREIGN KEY ("source") REFERENCES "public"."source"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent" ADD CONSTRAINT "sent_entry" FOREIGN KEY ("record","seq") REFERENCES "public"."entry"("record","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_record" ADD CONSTRAINT "source_record_source" FOREIGN KEY ("source") REFERENCES "public"."source"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_at" ON "import" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "naming_object" ON "naming" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "receipt_source" ON "receipt" USING btree ("source");--> statement-breakpoint
CREATE INDEX "record_added" ON "record" USING btree ("added_at","id");--> statement-breakpoint
CREATE INDEX "record_active" ON "record" USING btree (coalesce("latest_at", "added_at"),"id");--> statement-breakpoint
CREATE INDEX "record_session" ON "record" USING btree ("format","session");--> statement-breakpoint
CREATE INDEX "record_parent" ON "record" USING btree ("parent");--> statement-breakpoint
CREATE INDEX "record_parent_session" ON "record" USING btree ("format","parent_session");--> statement-breakpoint
CREATE INDEX "record_models" ON "record" USING gin ("models");--> statement-breakpoint
CREATE INDEX "search_words" ON "search" USING gin ("words");--> statement-breakpoint
CREATE INDEX "segment_object" ON "segment" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "source_identity" ON "source" USING btree ("format","identity");--> statement-breakpoint
CREATE INDEX "source_record_record" ON "source_record" USING btree ("record");