CREATE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'DELETE' AND current_setting('crossing.deleting', true) = 'on' THEN
		RETURN old;
	END IF;
	RAISE EXCEPTION 'append-only: % of % is refused', lower(tg_op), tg_table_name USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "entry_append_only" BEFORE UPDATE OR DELETE ON "entry" FOR EACH ROW EXECUTE FUNCTION "append_only"();
--> statement-breakpoint
CREATE TRIGGER "entry_no_truncate" BEFORE TRUNCATE ON "entry" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
--> statement-breakpoint
CREATE TRIGGER "sent_append_only" BEFORE UPDATE OR DELETE ON "sent" FOR EACH ROW EXECUTE FUNCTION "append_only"();
--> statement-breakpoint
CREATE TRIGGER "sent_no_truncate" BEFORE TRUNCATE ON "sent" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
