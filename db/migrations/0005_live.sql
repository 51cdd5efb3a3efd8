CREATE TABLE "claim" (
	"record" text PRIMARY KEY NOT NULL,
	"node" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draft" (
	"record" text NOT NULL,
	"after" integer NOT NULL,
	"n" integer NOT NULL,
	"json" json NOT NULL,
	CONSTRAINT "draft_key" PRIMARY KEY("record","after","n")
);
--> statement-breakpoint
CREATE TABLE "input" (
	"record" text NOT NULL,
	"id" text NOT NULL,
	"json" json NOT NULL,
	CONSTRAINT "input_key" PRIMARY KEY("record","id")
);
--> statement-breakpoint
ALTER TABLE "claim" ADD CONSTRAINT "claim_record" FOREIGN KEY ("record") REFERENCES "public"."record"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_record" FOREIGN KEY ("record") REFERENCES "public"."record"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "input" ADD CONSTRAINT "input_record" FOREIGN KEY ("record") REFERENCES "public"."record"("id") ON DELETE no action ON UPDATE no action;